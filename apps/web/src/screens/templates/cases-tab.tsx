import { Button, Text, TextInput } from '@mantine/core'
import type { TemplateCaseResult } from '@signalbox/model/calls/template'
import { maxScriptCases, type ScriptCase } from '@signalbox/model/template-language/template'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './cases-tab.module.css'
import { JsonField } from './json-field.tsx'
import { pendingKey, withoutCase, withoutKey, type PendingTexts } from './pending-texts.ts'

export interface CasesTabProps {
  readonly cases: readonly ScriptCase[]
  readonly results: readonly TemplateCaseResult[]
  /** The results are about the text as it stands. */
  readonly fresh: boolean
  readonly mayEdit: boolean
  readonly pending: PendingTexts
  readonly onPending: (pending: PendingTexts) => void
  readonly onChange: (cases: ScriptCase[]) => void
}

interface CaseProps {
  readonly scriptCase: ScriptCase
  readonly index: number
  readonly result: TemplateCaseResult | undefined
  readonly tab: CasesTabProps
}

function Outcome({
  result,
  fresh,
}: {
  readonly result: TemplateCaseResult | undefined
  readonly fresh: boolean
}) {
  if (!fresh) return <StatusBadge tone="neutral">Running</StatusBadge>
  if (!result) return <StatusBadge tone="neutral">Not run</StatusBadge>
  return result.ok ? (
    <StatusBadge tone="positive">Passes</StatusBadge>
  ) : (
    <StatusBadge tone="negative">Fails</StatusBadge>
  )
}

interface FailureProps {
  readonly result: TemplateCaseResult
  /** Absent for those who may only look. */
  readonly onExpect: (() => void) | undefined
}

function Failure({ result, onExpect }: FailureProps) {
  return (
    <div className={styles.failure}>
      <div>{result.message}</div>
      {result.actual === undefined ? null : (
        <>
          <pre className={styles.actual}>{JSON.stringify(result.actual, null, 2)}</pre>
          {onExpect ? (
            <Button variant="default" size="compact-sm" onClick={onExpect}>
              Use as expected result
            </Button>
          ) : null}
        </>
      )}
    </div>
  )
}

function CaseBox({ scriptCase, index, result, tab }: CaseProps) {
  const { cases, mayEdit, pending, fresh, onPending, onChange } = tab
  const change = (patch: Partial<ScriptCase>) =>
    onChange(cases.map((other, at) => (at === index ? { ...other, ...patch } : other)))
  const part = (name: 'input' | 'expected', label: string) => {
    const key = pendingKey(index, name)
    return (
      <JsonField
        label={label}
        value={scriptCase[name]}
        pending={pending[key]}
        readOnly={!mayEdit}
        onValue={(value) => {
          onPending(withoutKey(pending, key))
          change({ [name]: value })
        }}
        onPending={(text) => onPending({ ...pending, [key]: text })}
      />
    )
  }
  return (
    <li className={styles.case}>
      <div className={styles.head}>
        <TextInput
          className={styles.name}
          aria-label={`Name of case ${index + 1}`}
          value={scriptCase.name}
          disabled={!mayEdit}
          maxLength={120}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Outcome result={result} fresh={fresh} />
        {mayEdit ? (
          <IconButton
            icon="trash"
            label={`Remove case ${scriptCase.name}`}
            onClick={() => {
              onPending(withoutCase(pending, index))
              onChange(cases.filter((_, at) => at !== index))
            }}
          />
        ) : null}
      </div>
      <div className={styles.parts}>
        {part('input', `Input of ${scriptCase.name || `case ${index + 1}`}`)}
        {part('expected', `Expected of ${scriptCase.name || `case ${index + 1}`}`)}
      </div>
      {fresh && result && !result.ok ? (
        <Failure
          result={result}
          onExpect={
            mayEdit
              ? () => {
                  onPending(withoutKey(pending, pendingKey(index, 'expected')))
                  change({ expected: result.actual })
                }
              : undefined
          }
        />
      ) : null}
    </li>
  )
}

/** A script that does not even start gives no results at all, which must not pass for success. */
function summaryOf({ cases, results, fresh }: CasesTabProps): string {
  if (cases.length === 0) return 'No test cases yet. A test case defines the expected result for an input.'
  if (!fresh) return 'Running the cases…'
  if (results.length < cases.length) return 'The cases could not run. The tab Edit shows why.'
  const failed = results.filter(({ ok }) => !ok).length
  return failed === 0 ? `All ${cases.length} pass.` : `${failed} of ${cases.length} fail.`
}

/** Inputs with the results they must give. They run on every change, and a script that fails one cannot be saved. */
export function CasesTab(props: CasesTabProps) {
  const { cases, results, mayEdit, onChange } = props
  const add = () => onChange([...cases, { name: `case ${cases.length + 1}`, input: {}, expected: {} }])
  return (
    <div className={styles.tab}>
      <div className={styles.summary}>
        <Text size="sm" role="status">
          {summaryOf(props)}
        </Text>
        {mayEdit && cases.length < maxScriptCases ? (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plus" size={14} />}
            onClick={add}
          >
            Add case
          </Button>
        ) : null}
      </div>
      <ol className={styles.cases}>
        {cases.map((scriptCase, index) => (
          <CaseBox key={index} scriptCase={scriptCase} index={index} result={results[index]} tab={props} />
        ))}
      </ol>
    </div>
  )
}
