import { Button, NumberInput, Radio, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { Cell } from '@signalbox/model/rules/cell'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { factOf } from '@signalbox/model/rules/facts'
import { inheritances, type Inheritance } from '@signalbox/model/rules/rule'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { texts } from '@signalbox/model/text/texts'
import { useState } from 'react'
import type { CellLanguage } from '../../kit/decision-grid/core/cell-language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './dialogs.module.css'
import { inheritWords } from './table-words.ts'

type RulesetSettings = Omit<RulesetContent, 'rules'>

interface Asked {
  readonly key: string
  readonly text: string
}

export interface RulesetDialogProps {
  readonly table: DecisionTable
  readonly language: CellLanguage
  readonly settings: RulesetSettings
  readonly title: string
  readonly confirmLabel: string
  readonly onConfirm: (settings: RulesetSettings) => void
  readonly onClose: () => void
}

const lowestPriority = 9999

/** What the texts of the preconditions mean, or what is wrong with each. */
function readConditions(language: CellLanguage, asked: readonly Asked[]) {
  const cells: Record<string, Cell> = {}
  const problems: Record<string, string> = {}
  for (const { key, text } of asked) {
    const fact = factOf(key)
    if (!fact || text.trim() === '') continue
    const read = language.parseCell(fact, text)
    if (!read.ok) problems[key] = read.problem.message
    else if (read.value) cells[key] = read.value
  }
  return { cells, problems }
}

function Preconditions({
  table,
  asked,
  problems,
  onChange,
}: {
  readonly table: DecisionTable
  readonly asked: readonly Asked[]
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (asked: readonly Asked[]) => void
}) {
  const taken = new Set(asked.map(({ key }) => key))
  const free = table.conditions.flatMap((key) => {
    const fact = factOf(key)
    return fact && !taken.has(key) ? [{ value: key, label: fact.label }] : []
  })
  return (
    <section aria-label="Preconditions" className={styles.form}>
      <h3 className={styles.heading}>
        Preconditions
        <span className={styles.aside}>
          Rows are evaluated only if all preconditions are met. None: always.
        </span>
      </h3>
      {asked.map(({ key, text }, index) => (
        <div key={key} className={styles.condition}>
          <span>{factOf(key)?.label ?? key}</span>
          <TextInput
            aria-label={`Precondition ${factOf(key)?.label ?? key}`}
            placeholder="Same syntax as a table cell"
            value={text}
            error={problems[key]}
            onChange={(event) => onChange(asked.with(index, { key, text: event.currentTarget.value }))}
          />
          <IconButton
            icon="close"
            label={`Remove precondition ${factOf(key)?.label ?? key}`}
            onClick={() => onChange(asked.filter((other) => other.key !== key))}
          />
        </div>
      ))}
      <Select
        key={asked.length}
        aria-label="Add a precondition"
        placeholder="Add a precondition"
        searchable
        data={free}
        value={null}
        onChange={(key) => {
          if (key) onChange([...asked, { key, text: '' }])
        }}
      />
    </section>
  )
}

/** Name, place and preconditions of a ruleset. What is confirmed here can be undone like every other edit. */
export function RulesetDialog(props: RulesetDialogProps) {
  const { table, language, settings, title, confirmLabel, onConfirm, onClose } = props
  const [name, setName] = useState(settings.name)
  const [note, setNote] = useState(settings.note)
  const [priority, setPriority] = useState<number | string>(settings.priority)
  const [inherit, setInherit] = useState<Inheritance>(settings.inherit)
  const [enabled, setEnabled] = useState(settings.enabled)
  const [asked, setAsked] = useState<readonly Asked[]>(() =>
    Object.entries(settings.preconditions).map(([key, cell]) => {
      const fact = factOf(key)
      return { key, text: fact ? language.formatCell(fact, cell) : '' }
    }),
  )
  const [tried, setTried] = useState(false)
  const { cells, problems } = readConditions(language, asked)
  const nameProblem = name.trim() === '' ? texts.required : name.trim().length < 3 ? texts.tooShort : null
  const confirm = () => {
    setTried(true)
    if (nameProblem !== null || Object.keys(problems).length > 0 || typeof priority !== 'number') return
    onConfirm({ name: name.trim(), note: note.trim(), priority, inherit, enabled, preconditions: cells })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      widthPx={680}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={confirm}>{confirmLabel}</Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        <TextInput
          label="Name"
          withAsterisk
          maxLength={200}
          value={name}
          error={tried ? nameProblem : null}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Textarea
          label="Note"
          description="What the ruleset is for"
          autosize
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <div className={styles.two}>
          <NumberInput
            label="Priority"
            description="Rulesets with lower numbers are evaluated first"
            min={1}
            max={lowestPriority}
            allowDecimal={false}
            clampBehavior="strict"
            value={priority}
            error={tried && typeof priority !== 'number' ? texts.mustBeNumber : null}
            onChange={setPriority}
          />
          <Switch
            label="Enabled"
            description="When off, its rows are skipped"
            checked={enabled}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />
        </div>
        <Radio.Group
          label="Merchants below"
          value={inherit}
          onChange={(value) => setInherit(value as Inheritance)}
        >
          <div className={styles.form} style={{ gap: 6, marginTop: 6 }}>
            {inheritances.map((value) => (
              <Radio key={value} value={value} label={inheritWords[value]} />
            ))}
          </div>
        </Radio.Group>
        <Preconditions table={table} asked={asked} problems={tried ? problems : {}} onChange={setAsked} />
      </form>
    </Dialog>
  )
}
