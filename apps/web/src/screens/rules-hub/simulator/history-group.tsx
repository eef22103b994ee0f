import { counted } from '@signalbox/model/text/counted'
import { historyPresets, type SimulationInput } from '@signalbox/model/simulator/simulation-input'
import { NumberField, TextField, YesNoField } from './fields.tsx'
import { changed, InputGroup, type GroupProps } from './input-group.tsx'
import styles from './simulator.module.css'

const presets = [
  ['New user', historyPresets.new],
  ['Regular', historyPresets.regular],
  ['VIP', historyPresets.vip],
  ['Real', { kind: 'real' }],
] as const

type Set = (change: Partial<SimulationInput['history']>) => void

function GivenHistory({
  history,
  problems,
  set,
}: Pick<GroupProps, 'problems'> & { readonly history: SimulationInput['history']; readonly set: Set }) {
  const count = (label: string, name: 'deposits' | 'withdrawals' | 'countedTx') => (
    <NumberField label={label} value={history[name]} onChange={(value) => set({ [name]: value })} />
  )
  const text = (label: string, name: 'depositSum' | 'withdrawalSum' | 'countedSum' | 'kycStatus') => (
    <TextField
      label={label}
      value={history[name]}
      problem={problems[`history.${name}`]}
      onChange={(value) => set({ [name]: value })}
    />
  )
  const answer = (label: string, name: 'methodUsed' | 'accountUsed') => (
    <YesNoField label={label} value={history[name]} onChange={(value) => set({ [name]: value })} />
  )
  return (
    <>
      <div className={styles.pair}>
        {count('Deposits', 'deposits')}
        {count('Withdrawals', 'withdrawals')}
        {text('Deposited', 'depositSum')}
        {text('Withdrawn', 'withdrawalSum')}
        {count('Payments in limit windows', 'countedTx')}
        {text('Sum in limit windows', 'countedSum')}
      </div>
      {text('Stored KYC status', 'kycStatus')}
      <div className={styles.pair}>
        {answer('Method used', 'methodUsed')}
        {answer('Account used', 'accountUsed')}
      </div>
    </>
  )
}

export function HistoryGroup({ input, problems, onChange }: GroupProps) {
  const { history } = input
  const set: Set = (change) => onChange(changed(input, 'history', { ...change, kind: 'given' }))
  const isReal = history.kind === 'real'
  const summary = isReal
    ? 'Payment history of the user'
    : `${counted(history.deposits ?? 0, 'deposit')} · ${counted(history.withdrawals ?? 0, 'withdrawal')}`
  return (
    <InputGroup title="History" summary={summary}>
      <div className={styles.presets} role="group" aria-label="Presets">
        {presets.map(([label, preset]) => (
          <button
            key={label}
            type="button"
            className={styles.answer}
            aria-pressed={JSON.stringify(preset) === JSON.stringify(history)}
            onClick={() => onChange({ ...input, history: { ...preset } })}
          >
            {label}
          </button>
        ))}
      </div>
      {isReal ? null : <GivenHistory history={history} problems={problems} set={set} />}
    </InputGroup>
  )
}
