import { mainInputOf } from '@signalbox/model/payments/payment-inputs'
import type { SimulationInput } from '@signalbox/model/simulator/simulation-input'
import { api } from '../../../kit/api.ts'
import { ChoiceField, countryOptions, TextField } from './fields.tsx'
import { changed, InputGroup, type GroupProps } from './input-group.tsx'
import styles from './simulator.module.css'

type Instrument = SimulationInput['instrument']

const lookedUp = async (bin: string): Promise<Partial<Instrument> | undefined> => {
  const { card } = await api('GET /simulator/lookup', { query: { bin }, suppressToast: true })
  return (
    (card && {
      brand: card.brand ?? undefined,
      cardType: card.type ?? undefined,
      cardCategory: card.category ?? undefined,
      issuer: card.issuer ?? undefined,
      issuerCountry: card.issuerCountry ?? undefined,
    }) ||
    undefined
  )
}

interface InstrumentProps extends Pick<GroupProps, 'problems'> {
  readonly instrument: Instrument
  readonly set: (change: Partial<Instrument>) => void
}

function useTexts({ instrument, problems, set }: InstrumentProps) {
  return (label: string, name: keyof Instrument) => (
    <TextField
      label={label}
      value={instrument[name]}
      problem={problems[`instrument.${name}`]}
      onChange={(value) => set({ [name]: value })}
    />
  )
}

/** What the first digits tell is filled in, and may be changed. */
function CardFields(props: InstrumentProps) {
  const { instrument, problems, set } = props
  const text = useTexts(props)
  const lookUp = async () => {
    const { bin = '' } = instrument
    const found = /^\d{6,11}$/.test(bin) ? await lookedUp(bin) : undefined
    if (found) set(found)
  }
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="BIN"
          value={instrument.bin}
          problem={problems['instrument.bin']}
          placeholder="6 to 11 digits"
          onChange={(bin) => set({ bin })}
          onBlur={() => void lookUp()}
        />
        {text('Expires', 'expiry')}
        {text('Brand', 'brand')}
        {text('Card type', 'cardType')}
        {text('Category', 'cardCategory')}
        <ChoiceField
          label="Issuer country"
          value={instrument.issuerCountry}
          options={countryOptions}
          problem={problems['instrument.issuerCountry']}
          onChange={(issuerCountry) => set({ issuerCountry })}
        />
      </div>
      {text('Issuer', 'issuer')}
    </>
  )
}

function AccountFields({ main, ...props }: InstrumentProps & { readonly main: string | undefined }) {
  const text = useTexts(props)
  return (
    <>
      {main === 'iban' ? text('IBAN', 'iban') : null}
      {main === 'accountNumber' ? text('Account number', 'accountNumber') : null}
      {main === 'accountNumber' ? text('Clearing number', 'clearingNumber') : null}
      {main === 'walletAccount' ? text('Wallet', 'walletAccount') : null}
      {text('BIC', 'bic')}
    </>
  )
}

export function InstrumentGroup({ input, problems, onChange }: GroupProps) {
  const { instrument, transaction } = input
  const main = mainInputOf(transaction.txType)
  const isCard = main === 'card.pan'
  const fields = {
    instrument,
    problems,
    set: (change: Partial<Instrument>) => onChange(changed(input, 'instrument', change)),
  }
  const { bin, brand, issuerCountry, iban, walletAccount, accountNumber } = instrument
  const summary = isCard
    ? [bin, brand, issuerCountry].filter(Boolean).join(' · ')
    : (iban ?? walletAccount ?? accountNumber ?? 'Example account')
  return (
    <InputGroup title="Instrument" summary={summary}>
      {isCard ? <CardFields {...fields} /> : <AccountFields {...fields} main={main} />}
    </InputGroup>
  )
}

export function NetworkGroup({ input, problems, onChange }: GroupProps) {
  const { network } = input
  const set = (change: Partial<SimulationInput['network']>) => onChange(changed(input, 'network', change))
  const lookUp = async () => {
    if (!network.ip) return
    const { ipCountry } = await api('GET /simulator/lookup', {
      query: { ip: network.ip },
      suppressToast: true,
    })
    if (ipCountry) set({ country: ipCountry })
  }
  return (
    <InputGroup
      title="Network"
      summary={[network.ip, network.country].filter(Boolean).join(' · ') || 'No IP address'}
    >
      <div className={styles.pair}>
        <TextField
          label="IP address"
          value={network.ip}
          problem={problems['network.ip']}
          onChange={(ip) => set({ ip })}
          onBlur={() => void lookUp()}
        />
        <ChoiceField
          label="IP country"
          value={network.country}
          options={countryOptions}
          problem={problems['network.country']}
          onChange={(country) => set({ country })}
        />
      </div>
      <TextField label="Device" value={network.deviceId} onChange={(deviceId) => set({ deviceId })} />
    </InputGroup>
  )
}
