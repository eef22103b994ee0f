import { Button, SegmentedControl, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { transactionTypes } from '@signalbox/model/reference/transaction-types'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { useMerchantName } from '../../kit/merchant-names.ts'
import styles from './sandbox.module.css'

type Direction = 'DEPOSIT' | 'WITHDRAWAL'

/** The shops of the demo, whose merchant the sandbox plays too. */
const shops = [100010001, 100010002]

const firstTypes: Readonly<Record<Direction, string>> = {
  DEPOSIT: 'CreditcardDeposit',
  WITHDRAWAL: 'BankIBANWithdrawal',
}
const accountOf: Readonly<Record<string, string>> = {
  CreditcardDeposit: '4111111111111111',
  BankIBANWithdrawal: 'DE89370400440532013000',
  SkrillDeposit: 'ada@wallet.example',
  SkrillWithdrawal: 'ada@wallet.example',
}

const first = (direction: Direction) => {
  const txType = firstTypes[direction]
  return { txType, account: accountOf[txType] ?? '' }
}

function PaymentMade({ txId }: { readonly txId: number }) {
  return (
    <p role="status" className={styles.made}>
      Payment{' '}
      <Link to="/transactions" search={{ id: String(txId) }}>
        {txId}
      </Link>{' '}
      is on its way.
    </p>
  )
}

/** The payment as it is filled in and made. */
function usePayment() {
  const [direction, setDirection] = useState<Direction>('DEPOSIT')
  const [payment, setPayment] = useState({
    merchantId: '100010001',
    userId: 'user_1',
    amount: '25.00',
    currency: 'EUR',
    ...first('DEPOSIT'),
  })
  const set = (values: Partial<typeof payment>) => setPayment((last) => ({ ...last, ...values }))
  const pay = useMutation({
    mutationFn: () => {
      const { merchantId, account, ...rest } = payment
      const body = { ...rest, merchantId: Number(merchantId), ...(account && { account }) }
      return api('POST /sandbox/payment', { body })
    },
    onError: (error) => reportFailure(error, { label: 'Payment', done: 'made' }),
  })
  return {
    direction,
    changeDirection: (next: Direction) => {
      setDirection(next)
      set(first(next))
    },
    payment,
    set,
    pay,
  }
}

function Fields({
  direction,
  payment,
  set,
}: Pick<ReturnType<typeof usePayment>, 'direction' | 'payment' | 'set'>) {
  const merchantName = useMerchantName()
  const types = transactionTypes.filter((type) => type.direction === direction).map(({ name }) => name)
  const text = (name: 'userId' | 'amount' | 'currency' | 'account', label: string) => (
    <TextInput
      label={label}
      value={payment[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16}>
      <Select
        label="Shop"
        data={shops.map((id) => ({ value: String(id), label: merchantName(id) }))}
        value={payment.merchantId}
        allowDeselect={false}
        onChange={(merchantId) => set({ merchantId: merchantId ?? payment.merchantId })}
      />
      <Select
        label="Type"
        data={types}
        value={payment.txType}
        allowDeselect={false}
        searchable
        onChange={(txType) => txType && set({ txType, account: accountOf[txType] ?? '' })}
      />
      {text('userId', 'User')}
      {text('account', 'Card, IBAN, wallet or voucher')}
      {text('amount', 'Amount')}
      {text('currency', 'Currency')}
    </SimpleGrid>
  )
}

/** A payment of a user, made here instead of in a shop. */
export function PayTab() {
  const { direction, changeDirection, payment, set, pay } = usePayment()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        pay.mutate()
      }}
    >
      <Stack gap={16}>
        <SegmentedControl
          aria-label="Direction"
          value={direction}
          onChange={(value) => changeDirection(value as Direction)}
          data={[
            { value: 'DEPOSIT', label: 'Deposit' },
            { value: 'WITHDRAWAL', label: 'Withdrawal' },
          ]}
        />
        <Fields direction={direction} payment={payment} set={set} />
        <div>
          <Button type="submit" loading={pay.isPending}>
            {direction === 'DEPOSIT' ? 'Deposit' : 'Withdraw'}
          </Button>
        </div>
        {pay.data ? <PaymentMade txId={pay.data.txId} /> : null}
      </Stack>
    </form>
  )
}
