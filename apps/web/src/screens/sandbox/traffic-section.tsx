import { counted } from '@signalbox/model/text/counted'
import { Button, Group, MultiSelect, NumberInput, Select } from '@mantine/core'
import type { SandboxTraffic, TrafficMethod } from '@signalbox/model/calls/sandbox'
import { useState } from 'react'
import styles from './sandbox.module.css'
import { useAct } from './use-sandbox.ts'

const countries = [
  { value: 'SWE', label: 'Sweden' },
  { value: 'GBR', label: 'United Kingdom' },
  { value: 'DEU', label: 'Germany' },
  { value: 'USA', label: 'United States' },
]

const methodLabels: Readonly<Record<TrafficMethod, string>> = {
  CreditcardDeposit: 'Card',
  BankDeposit: 'Online bank',
  SkrillDeposit: 'Wallet',
  VoucherDeposit: 'Voucher',
  CryptoCurrencyDeposit: 'Cryptocurrency',
}
const methods = Object.entries(methodLabels).map(([value, label]) => ({ value, label }))

const numberOf = (value: number | string): number | undefined => (value === '' ? undefined : Number(value))

interface AmountFieldsProps {
  readonly traffic: SandboxTraffic
  readonly onChange: (patch: Partial<SandboxTraffic>) => void
}

/** How many there are, and how many of them are refused or paid out. */
function AmountFields({ traffic, onChange }: AmountFieldsProps) {
  return (
    <>
      <NumberInput
        label="Payments per second"
        value={traffic.tps}
        min={0}
        max={50}
        decimalScale={2}
        step={0.5}
        onChange={(value) => onChange({ tps: Number(value) })}
        w={150}
      />
      <NumberInput
        label="Cards refused, %"
        placeholder="As usual"
        value={traffic.declinePct ?? ''}
        min={0}
        max={100}
        onChange={(value) => onChange({ declinePct: numberOf(value) })}
        w={140}
      />
      <NumberInput
        label="Payouts, %"
        placeholder="As usual"
        value={traffic.payoutPct ?? ''}
        min={0}
        max={100}
        onChange={(value) => onChange({ payoutPct: numberOf(value) })}
        w={120}
      />
    </>
  )
}

/** How many users come by themselves, and who they are. */
export function TrafficSection({ traffic }: { readonly traffic: SandboxTraffic }) {
  const act = useAct()
  const [draft, setDraft] = useState<SandboxTraffic>(traffic)
  const change = (patch: Partial<SandboxTraffic>) => setDraft((last) => ({ ...last, ...patch }))
  return (
    <section>
      <h3 className={styles.heading}>Traffic</h3>
      <p className={styles.note}>
        {traffic.tps === 0
          ? 'No generated traffic.'
          : `Simulated users make ${counted(traffic.tps, 'payment')} per second through the public API.`}
      </p>
      <Group align="end" gap={12}>
        <AmountFields traffic={draft} onChange={change} />
        <Select
          label="From"
          placeholder="Sweden"
          data={countries}
          value={draft.country ?? null}
          clearable
          onChange={(value) => change({ country: (value ?? undefined) as SandboxTraffic['country'] })}
          w={170}
        />
        <MultiSelect
          label="Deposits by"
          placeholder={draft.methods ? undefined : 'All methods'}
          data={methods}
          value={draft.methods ?? []}
          clearable
          onChange={(chosen) =>
            change({ methods: chosen.length === 0 ? undefined : (chosen as TrafficMethod[]) })
          }
          miw={220}
        />
        <Button
          variant="default"
          loading={act.isPending}
          onClick={() => act.mutate({ act: { act: 'traffic', ...draft }, done: 'Traffic was changed.' })}
        >
          Set traffic
        </Button>
      </Group>
    </section>
  )
}
