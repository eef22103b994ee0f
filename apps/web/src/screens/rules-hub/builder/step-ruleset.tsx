import { NumberInput, Radio, Select, Textarea, TextInput } from '@mantine/core'
import { mayAccess } from '@signalbox/model/access/policy'
import { categories } from '@signalbox/model/rules/decision-table'
import { inheritances, type Inheritance } from '@signalbox/model/rules/rule'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import { sessionStore, subjectOf, useSession } from '../../../kit/session/session-store.ts'
import { inheritWords, policyWords } from '../../decision-tables/for-other-screens.ts'
import styles from './builder.module.css'
import { tableOf, withTable } from './builder-draft.ts'
import type { Builder } from './use-builder.ts'

/** Tables of a category the person may edit. Maintenance has a page of its own. */
function useTableChoices() {
  const subject = subjectOf(useSession())
  return categories.flatMap((category) => {
    const items = decisionTables.flatMap((table) =>
      table.category === category && table.slug !== 'maintenance' && mayAccess(table.access.edit, subject)
        ? [{ value: table.slug, label: table.title }]
        : [],
    )
    return items.length === 0 ? [] : [{ group: category, items }]
  })
}

function PlaceFields({ builder: { draft, change, saved } }: { readonly builder: Builder }) {
  const { metadata, merchantId } = useSession()
  return (
    <>
      <div className={styles.two}>
        <Select
          label="Merchant"
          description={saved ? 'A saved draft keeps its merchant' : undefined}
          searchable
          allowDeselect={false}
          disabled={saved !== null}
          data={metadata.merchants.map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }))}
          value={String(merchantId)}
          onChange={(id) => sessionStore.selectMerchant(Number(id))}
        />
        <NumberInput
          label="Priority"
          description="Rulesets with lower numbers are evaluated first"
          min={1}
          max={9999}
          allowDecimal={false}
          clampBehavior="strict"
          value={draft.priority}
          onChange={(priority) => {
            if (typeof priority === 'number') change({ ...draft, priority })
          }}
        />
      </div>
      <Radio.Group
        label="Merchants below"
        value={draft.inherit}
        onChange={(inherit) => change({ ...draft, inherit: inherit as Inheritance })}
      >
        <div className={styles.radios}>
          {inheritances.map((value) => (
            <Radio key={value} value={value} label={inheritWords[value]} />
          ))}
        </div>
      </Radio.Group>
    </>
  )
}

/** What the ruleset is called, which table it belongs to, and for whom it counts. */
export function RulesetStep({ builder }: { readonly builder: Builder }) {
  const { draft, change, tried, problems, saved } = builder
  const choices = useTableChoices()
  const table = tableOf(draft)
  return (
    <div className={styles.form}>
      <TextInput
        label="Ruleset name"
        withAsterisk
        maxLength={200}
        value={draft.name}
        error={tried ? problems.name : null}
        onChange={(event) => change({ ...draft, name: event.currentTarget.value })}
        data-autofocus
      />
      <Textarea
        label="Note (optional)"
        description="What the ruleset is for"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        value={draft.note}
        onChange={(event) => change({ ...draft, note: event.currentTarget.value })}
      />
      <Select
        label="Category"
        description={
          table ? `${table.purpose} ${policyWords[table.hitPolicy]}` : 'The table its rules go into'
        }
        withAsterisk
        searchable
        allowDeselect={false}
        disabled={saved !== null}
        placeholder="Choose a table"
        nothingFoundMessage="No such table"
        data={choices}
        value={draft.table}
        error={tried ? problems.table : null}
        onChange={(slug) => {
          if (slug !== null) change(withTable(draft, slug))
        }}
      />
      <PlaceFields builder={builder} />
    </div>
  )
}
