import { Alert } from '@mantine/core'
import type { Finding } from '@signalbox/model/rules/finding'
import { findingSeverity } from '@signalbox/model/rules/finding'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { useMerchant } from '../../../kit/session/session-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import {
  ActiveFromField,
  AssessmentNote,
  NoteField,
  reasonProblem,
} from '../../decision-tables/for-other-screens.ts'
import styles from './builder.module.css'
import { tableOf } from './builder-draft.ts'
import { contentOfDraft } from './draft-rows.ts'
import type { Builder } from './use-builder.ts'
import type { Submission } from './use-submit.ts'

/** What the checks say about the rules, before anybody is asked to approve them. */
function useFindings({ draft, language }: Builder) {
  const content = contentOfDraft(language, draft)
  return useQuery({
    queryKey: ['rule-builder', 'findings', draft],
    queryFn: ({ signal }) =>
      api('POST /ruleset/lint', {
        body: { table: draft.table ?? '', content: content ?? emptyContent },
        signal,
        suppressToast: true,
      }),
    enabled: content !== null && draft.table !== null,
  })
}

const emptyContent = {
  name: '',
  note: '',
  priority: 1,
  inherit: 'OVERRIDABLE',
  enabled: true,
  preconditions: {},
  rules: [],
} as const

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  const hasErrors = findings.some(({ code }) => findingSeverity[code] === 'error')
  return (
    <Alert
      color={hasErrors ? 'red' : 'orange'}
      variant="light"
      icon={<Icon name="warning" />}
      title={hasErrors ? 'Errors must be fixed before it can be submitted' : 'The checks found warnings'}
    >
      <ul className={styles.list}>
        {findings.slice(0, 8).map(({ code, ruleId, message }) => (
          <li key={`${code} ${ruleId} ${message}`}>{message}</li>
        ))}
        {findings.length > 8 ? <li>and {findings.length - 8} more</li> : null}
      </ul>
    </Alert>
  )
}

interface SubmitStepProps {
  readonly builder: Builder
  readonly submission: Submission
}

/** What is submitted, what it does to payments, who has to agree, and why it is wanted. */
export function SubmitStep({ builder, submission }: SubmitStepProps) {
  const { draft, saved, language } = builder
  const { note, setNote, date, setDate, dateProblem, tried, submit } = submission
  const merchant = useMerchant()
  const findings = useFindings(builder).data?.items ?? []
  const rows = contentOfDraft(language, draft)?.rules.length ?? 0
  return (
    <div className={styles.form}>
      <KeyValues
        items={[
          { label: 'Ruleset', value: draft.name },
          { label: 'Category', value: tableOf(draft)?.title ?? '–' },
          { label: 'Merchant', value: merchant.name },
          {
            label: 'Rules',
            value: `${draft.rules.length}, ${rows} ${rows === 1 ? 'row' : 'rows'} in the table`,
          },
        ]}
      />
      {saved ? <AssessmentNote id={saved.rulesetId} revision={saved.revision} /> : null}
      <Findings findings={findings} />
      <NoteField
        note={note}
        required
        problemOf={reasonProblem}
        tried={tried}
        onChange={setNote}
        onSubmit={submit}
      />
      <ActiveFromField date={date} onChange={setDate} problem={tried ? dateProblem : null} />
    </div>
  )
}
