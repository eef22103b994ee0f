import { methodOf } from '@signalbox/model/payments/transaction-method'
import { transactionTypeLabel, transactionTypes } from '@signalbox/model/reference/transaction-types'
import { simulatedSources, type SimulationInput } from '@signalbox/model/simulator/simulation-input'
import { api } from '../../../kit/api.ts'
import { toast } from '../../../ui/toast.tsx'
import { AttributesField } from './attributes-field.tsx'
import {
  ChoiceField,
  countryOptions,
  currencyOptions,
  NumberField,
  TextField,
  YesNoField,
} from './fields.tsx'
import { changed, InputGroup, type GroupProps } from './input-group.tsx'
import styles from './simulator.module.css'
import { TextButton } from './text-button.tsx'

const typeOptions = transactionTypes
  .filter(({ name }) => ['DEPOSIT', 'WITHDRAWAL'].includes(methodOf(name) ?? ''))
  .map(({ name }) => ({ value: name, label: transactionTypeLabel(name) }))

const sourceOptions = simulatedSources.map((value) => ({
  value,
  label: value.toLowerCase().replace('_', ' ').replace('api', 'API'),
}))

type Transaction = SimulationInput['transaction']

function AmountFields({
  transaction: { amount },
  problems,
  set,
}: Pick<GroupProps, 'problems'> & {
  readonly transaction: Transaction
  readonly set: (change: Partial<Transaction>) => void
}) {
  return (
    <div className={styles.pair}>
      <TextField
        label="Amount"
        value={amount.amount}
        problem={problems['transaction.amount.amount'] ?? problems['transaction.amount']}
        onChange={(value = '') => set({ amount: { ...amount, amount: value } })}
      />
      <ChoiceField
        label="Currency"
        value={amount.currency}
        options={currencyOptions}
        isRequired
        problem={problems['transaction.amount.currency']}
        onChange={(currency = 'EUR') => set({ amount: { ...amount, currency } })}
      />
    </div>
  )
}

const accountOptions = [
  { value: 'NEW', label: 'New account' },
  { value: 'REPEAT', label: 'Stored account' },
]

export function TransactionGroup({ input, problems, onChange }: GroupProps) {
  const { transaction } = input
  const set = (change: Partial<Transaction>) => onChange(changed(input, 'transaction', change))
  const { amount, txType } = transaction
  const text = (label: string, name: 'service' | 'channelId' | 'tag' | 'at', placeholder?: string) => (
    <TextField
      label={label}
      value={transaction[name]}
      problem={problems[`transaction.${name}`]}
      onChange={(value) => set({ [name]: value })}
      {...(placeholder && { placeholder })}
    />
  )
  const summary = `${transactionTypeLabel(txType)} · ${amount.amount} ${amount.currency}`
  return (
    <InputGroup title="Transaction" summary={summary} isOpen>
      <ChoiceField
        label="Type"
        value={txType}
        options={typeOptions}
        isRequired
        problem={problems['transaction.txType']}
        onChange={(next = 'CreditcardDeposit') => set({ txType: next })}
      />
      <AmountFields transaction={transaction} problems={problems} set={set} />
      <div className={styles.pair}>
        {text('Service', 'service')}
        {text('Channel', 'channelId')}
      </div>
      <div className={styles.pair}>
        <ChoiceField
          label="Payment type"
          value={transaction.paymentType}
          options={accountOptions}
          onChange={(value) => set({ paymentType: value as Transaction['paymentType'] })}
        />
        <ChoiceField
          label="API source"
          value={transaction.apiSource}
          options={sourceOptions}
          placeholder="Front API"
          onChange={(value) => set({ apiSource: value as Transaction['apiSource'] })}
        />
      </div>
      <div className={styles.pair}>
        {text('Tag', 'tag')}
        {text('Time (UTC)', 'at', 'Now')}
      </div>
      <AttributesField
        label="Attributes"
        value={transaction.attributes}
        onChange={(attributes) => set({ attributes })}
      />
    </InputGroup>
  )
}

type User = SimulationInput['user']
type UserText = 'category' | 'locale' | 'email' | 'city' | 'kycStatus'

export function UserGroup({ input, problems, onChange }: GroupProps) {
  const { user } = input
  const set = (change: Partial<User>) => onChange(changed(input, 'user', change))
  const text = (label: string, name: UserText) => (
    <TextField label={label} value={user[name]} onChange={(value) => set({ [name]: value })} />
  )
  const { currency } = input.transaction.amount
  const loadUser = async () => {
    const { user: loaded, found } = await api('GET /simulator/user', { query: { userId: user.userId } })
    if (found) onChange({ ...input, user: loaded, history: { kind: 'real' } })
    else toast.info(`No payments of ${user.userId} at this merchant`)
  }
  return (
    <InputGroup title="User" summary={[user.userId, user.country, user.category].filter(Boolean).join(' · ')}>
      <TextField
        label="User id"
        value={user.userId}
        problem={problems['user.userId']}
        onChange={(userId = '') => set({ userId })}
      />
      <TextButton onClick={() => void loadUser()}>Load this user</TextButton>
      <div className={styles.pair}>
        <ChoiceField
          label="Country"
          value={user.country}
          options={countryOptions}
          problem={problems['user.country']}
          onChange={(country) => set({ country })}
        />
        {text('Category', 'category')}
      </div>
      <div className={styles.pair}>
        <NumberField
          label="Age"
          value={user.age}
          problem={problems['user.age']}
          onChange={(age) => set({ age })}
        />
        {text('Locale', 'locale')}
      </div>
      <div className={styles.pair}>
        {text('Email', 'email')}
        {text('City', 'city')}
      </div>
      <div className={styles.pair}>
        <TextField
          label={`Balance (${currency})`}
          value={user.balance?.amount}
          onChange={(amount) => set({ balance: amount === undefined ? undefined : { amount, currency } })}
        />
        {text('Merchant KYC status', 'kycStatus')}
      </div>
      <YesNoField
        label="Suspected abuse"
        value={user.suspectedAbuse}
        onChange={(suspectedAbuse) => set({ suspectedAbuse })}
      />
      <AttributesField
        label="Attributes"
        value={user.attributes}
        onChange={(attributes) => set({ attributes })}
      />
    </InputGroup>
  )
}
