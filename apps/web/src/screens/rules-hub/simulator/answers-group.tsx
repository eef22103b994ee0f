import { kycStatuses } from '@signalbox/model/kyc/kyc-status'
import { errorCodes } from '@signalbox/model/reference/status-codes'
import {
  approvalAnswers,
  fraudDecisions,
  merchantAnswers,
  pspAnswerKinds,
  threeDsAnswers,
  verifyAnswers,
  type SimulatedAnswers,
  type SimulatedPspAnswer,
} from '@signalbox/model/simulator/simulation-input'
import { usePspName } from '../../../kit/psp-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ChoiceField, NumberField, YesNoField, type Option } from './fields.tsx'
import { changed, InputGroup, type GroupProps } from './input-group.tsx'
import styles from './simulator.module.css'
import { TextButton } from './text-button.tsx'

const inWords = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
const optionsOf = (codes: readonly string[]): Option[] =>
  codes.map((value) => ({ value, label: inWords(value) }))

const declineOptions: readonly Option[] = errorCodes
  .filter(({ status }) => status === 'FAILED')
  .map(({ code }) => ({ value: code, label: code }))

type PspScript = NonNullable<SimulatedAnswers['psps']>[number]

/** What one PSP answers, one after the other. */
function PspAnswers({
  script,
  onChange,
}: {
  readonly script: PspScript
  readonly onChange: (script: PspScript | undefined) => void
}) {
  const name = usePspName()(script.psp)
  const put = (place: number, change: Partial<SimulatedPspAnswer>) =>
    onChange({
      ...script,
      answers: script.answers.map((answer, at) => (at === place ? { ...answer, ...change } : answer)),
    })
  return (
    <div className={styles.psp}>
      <div className={styles.pspHead}>
        <span className={styles.pspName}>{name}</span>
        <IconButton
          icon="close"
          label={`Remove the answers of ${name}`}
          onClick={() => onChange(undefined)}
        />
      </div>
      {script.answers.map((answer, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- answers have no name but their place
        <div key={place} className={styles.pair}>
          <ChoiceField
            label={place === 0 ? 'First answer' : `Answer ${place + 1}`}
            value={answer.kind}
            options={optionsOf(pspAnswerKinds)}
            isRequired
            onChange={(kind) => put(place, { kind: kind as SimulatedPspAnswer['kind'] })}
          />
          {answer.kind === 'DECLINED' ? (
            <ChoiceField
              label="Code"
              value={answer.code}
              options={declineOptions}
              placeholder="ERR_DECLINED_OTHER_REASON"
              onChange={(code) => put(place, { code })}
            />
          ) : null}
        </div>
      ))}
      <TextButton onClick={() => onChange({ ...script, answers: [...script.answers, { kind: 'APPROVED' }] })}>
        Add another answer
      </TextButton>
    </div>
  )
}

type SetAnswers = (change: Partial<SimulatedAnswers>) => void

/** PSPs that do not simply approve. */
function PspScripts({
  scripts,
  psps,
  set,
}: {
  readonly scripts: readonly PspScript[]
  readonly psps: readonly Option[]
  readonly set: SetAnswers
}) {
  const put = (psp: string, next: PspScript | undefined) => {
    const left = scripts.flatMap((script) => (script.psp === psp ? (next ?? []) : script))
    set({ psps: left.length === 0 ? undefined : left })
  }
  return (
    <>
      {scripts.map((script) => (
        <PspAnswers key={script.psp} script={script} onChange={(next) => put(script.psp, next)} />
      ))}
      <ChoiceField
        label="PSP with a different answer"
        value={undefined}
        options={psps.filter(({ value }) => !scripts.some(({ psp }) => psp === value))}
        placeholder="Choose a PSP"
        onChange={(psp) => {
          if (psp) set({ psps: [...scripts, { psp, answers: [{ kind: 'DECLINED' }] }] })
        }}
      />
    </>
  )
}

const kycOptions = Object.entries(kycStatuses).map(([value, label]) => ({ value, label }))

function CheckAnswers({ answers, set }: { readonly answers: SimulatedAnswers; readonly set: SetAnswers }) {
  const { kyc, fraud } = answers
  const setFraud = (change: NonNullable<SimulatedAnswers['fraud']>) => set({ fraud: { ...fraud, ...change } })
  return (
    <>
      <div className={styles.pair}>
        <ChoiceField
          label="KYC result"
          value={kyc?.status}
          options={kycOptions}
          placeholder="Verified"
          onChange={(status) => set({ kyc: { ...kyc, status } })}
        />
        <YesNoField
          label="KYC provider does not answer"
          value={kyc?.noAnswer}
          onChange={(noAnswer) => set({ kyc: { ...kyc, noAnswer } })}
        />
      </div>
      <div className={styles.pair}>
        <NumberField label="Fraud score" value={fraud?.score} onChange={(score) => setFraud({ score })} />
        <ChoiceField
          label="Fraud decision"
          value={fraud?.decision}
          options={optionsOf(fraudDecisions)}
          placeholder="Accept"
          onChange={(decision) =>
            setFraud({ decision: decision as (typeof fraudDecisions)[number] | undefined })
          }
        />
      </div>
      <YesNoField
        label="Fraud provider does not answer"
        value={fraud?.noAnswer}
        onChange={(noAnswer) => setFraud({ noAnswer })}
      />
    </>
  )
}

interface AnswersGroupProps extends GroupProps {
  readonly psps: readonly Option[]
}

/** What everybody outside says to the payment. */
export function AnswersGroup({ input, psps, onChange }: AnswersGroupProps) {
  const { answers } = input
  const nameOf = usePspName()
  const set: SetAnswers = (change) => onChange(changed(input, 'answers', change))
  const choice = (
    label: string,
    name: 'verify' | 'authorize' | 'transfer' | 'approval' | 'threeDs',
    codes: readonly string[],
  ) => (
    <ChoiceField
      label={label}
      value={answers[name]}
      options={optionsOf(codes)}
      placeholder={inWords(codes[0] ?? '')}
      onChange={(value) => set({ [name]: value })}
    />
  )
  const scripts = answers.psps ?? []
  const said = scripts.map(
    ({ psp, answers: own }) => `${nameOf(psp)}: ${own.map(({ kind }) => inWords(kind)).join(', ')}`,
  )
  return (
    <InputGroup title="Scripted answers" summary={said.join(' · ') || 'All services accept'}>
      <PspScripts scripts={scripts} psps={psps} set={set} />
      <div className={styles.pair}>
        {choice('3-D Secure', 'threeDs', threeDsAnswers)}
        {choice('Approver', 'approval', approvalAnswers)}
      </div>
      <div className={styles.pair}>
        {choice('Merchant verifies', 'verify', verifyAnswers)}
        {choice('Merchant authorises', 'authorize', merchantAnswers)}
      </div>
      {choice('Merchant confirms the transfer', 'transfer', merchantAnswers)}
      <CheckAnswers answers={answers} set={set} />
    </InputGroup>
  )
}
