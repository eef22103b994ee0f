import type { Field, Kind } from '@signalbox/model/field/field'
import type { ReactNode } from 'react'
import { isNothing } from '../../../kit/field/display-text.ts'
import { FieldView } from '../../../kit/field/field-view.tsx'
import { KeyValues, type KeyValue } from '../../../ui/key-values.tsx'
import { Section } from '../../../ui/section.tsx'

/** Name, value, and what kind of value it is; what is not known is left out. */
export type Fact = readonly [label: string, value: unknown, kind?: Kind | Field]

const fieldFor = (label: string, kind: Kind | Field): Field =>
  typeof kind === 'string' ? { kind, label, mono: kind === 'pattern' } : kind

const factItems = (facts: readonly Fact[]): KeyValue[] =>
  facts.flatMap(([label, value, kind = 'string']) =>
    isNothing(value)
      ? []
      : [{ label, value: <FieldView field={fieldFor(label, kind)} value={value} layout="full" /> }],
  )

/** A section of facts; without any there is no section. */
export function FactSection({
  title,
  facts,
  extra,
}: {
  readonly title: string
  readonly facts: readonly Fact[]
  readonly extra?: ReactNode
}) {
  const items = factItems(facts)
  if (items.length === 0) return null
  return (
    <Section title={title} extra={extra}>
      <KeyValues items={items} dense />
    </Section>
  )
}
