import { kycRecord } from '@signalbox/model/entities/kyc-record'
import { kycScopes, kycStatusText, type KycOverride } from '@signalbox/model/kyc/kyc-status'
import { InstantView } from '../../kit/field/instant-view.tsx'
import type { Row } from '../../kit/list/listing.ts'
import { Panel, Section } from '../../kit/record/record-panel.tsx'
import { KeyValues } from '../../ui/key-values.tsx'
import { SmallTable } from '../../ui/small-table.tsx'
import { inWords, PartStatus, Status, Warnings } from './kyc-cells.tsx'
import styles from './kyc.module.css'
import { documentsOf, overridesOf } from './overrides.ts'

const text = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

const scopeWords: Readonly<Record<string, string>> = kycScopes

function Provider({ record }: { readonly record: Row }) {
  const { provider, providerRef, scopes, at, score } = record
  const asked = Array.isArray(scopes) ? scopes.map((scope) => scopeWords[String(scope)] ?? String(scope)) : []
  return (
    <KeyValues
      items={[
        { label: 'Provider', value: text(provider) },
        { label: 'Reference', value: text(providerRef) },
        { label: 'Answered', value: typeof at === 'string' ? <InstantView iso={at} /> : null },
        { label: 'Asked for', value: asked.length > 0 ? asked.join(', ') : null },
        { label: 'Score', value: text(score) },
      ]}
    />
  )
}

function Input({ record }: { readonly record: Row }) {
  const name = [record.firstName, record.lastName].filter(Boolean).join(' ')
  const address = [record.street, record.zip, record.city, record.country].filter(Boolean).join(', ')
  return (
    <KeyValues
      items={[
        { label: 'Name', value: name || null },
        { label: 'Date of birth', value: text(record.dob) },
        { label: 'National id', value: text(record.nationalId) },
        { label: 'Email', value: text(record.email) },
        { label: 'Address', value: address || null },
        { label: 'KYC at the merchant', value: kycStatusText(text(record.merchantKycStatus)) },
      ]}
    />
  )
}

function Findings({ record }: { readonly record: Row }) {
  const { status, idStatus, ageStatus, addressStatus, warnings } = record
  const hits = Array.isArray(warnings) && warnings.length > 0
  return (
    <KeyValues
      items={[
        { label: 'Overall', value: <Status value={status} /> },
        { label: 'Age', value: ageStatus ? <PartStatus value={ageStatus} /> : null },
        { label: 'Identity', value: idStatus ? <PartStatus value={idStatus} /> : null },
        { label: 'Address', value: addressStatus ? <PartStatus value={addressStatus} /> : null },
        { label: 'PEP and sanctions', value: hits ? <Warnings value={warnings} row={record} /> : 'No hit' },
      ]}
    />
  )
}

function Documents({ record }: { readonly record: Row }) {
  const documents = documentsOf(record)
  if (documents.length === 0) return null
  return (
    <Section title="Documents">
      <SmallTable label="Documents" columns={['Type', 'State', 'Received']}>
        {documents.map(({ type, state, receivedAt }) => (
          <tr key={`${type} ${receivedAt}`}>
            <td>{inWords(type)}</td>
            <td>{inWords(state)}</td>
            <td>{receivedAt ? <InstantView iso={receivedAt} /> : '–'}</td>
          </tr>
        ))}
      </SmallTable>
    </Section>
  )
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => inWords(String(item))).join(', ') || '–'
  return typeof value === 'string' || typeof value === 'number' ? inWords(String(value)) : '–'
}

const labelOf = (name: string): string =>
  (kycRecord.fields as Readonly<Record<string, { readonly label: string }>>)[name]?.label ?? name

const byWhom = ({ by, requestedBy }: KycOverride): string =>
  requestedBy ? `${requestedBy}, confirmed by ${by}` : by

function Overrides({ record }: { readonly record: Row }) {
  const overrides = overridesOf(record)
  if (overrides.length === 0) return null
  return (
    <Section title="Manual overrides">
      <SmallTable label="Manual overrides" columns={['What', 'From', 'To', 'By', 'When', 'Why']}>
        {overrides.toReversed().map((made) => (
          <tr key={`${made.at} ${made.field}`}>
            <td>{labelOf(made.field)}</td>
            <td>{valueText(made.from)}</td>
            <td>{valueText(made.to)}</td>
            <td data-wrap>{byWhom(made)}</td>
            <td>
              <InstantView iso={made.at} />
            </td>
            <td data-wrap>{made.reason}</td>
          </tr>
        ))}
      </SmallTable>
    </Section>
  )
}

/** What the provider was told and what it answered, in the same words for every provider. */
export function ResponseTab({ record }: { readonly record: Row }) {
  const { response } = record
  return (
    <Panel>
      <Section title="Provider">
        <Provider record={record} />
      </Section>
      <Section title="Input">
        <Input record={record} />
      </Section>
      <Section title="Findings">
        <Findings record={record} />
      </Section>
      <Documents record={record} />
      <Overrides record={record} />
      {response ? (
        <Section title="Answer as received, without personal data">
          <pre className={styles.raw}>{JSON.stringify(response, null, 2)}</pre>
        </Section>
      ) : null}
    </Panel>
  )
}
