import { Input } from '@mantine/core'
import type { Field, Kind } from '@signalbox/model/field/field'
import type { ReactNode } from 'react'
import { Choices, Merchant, Merchants, OneOf, SomeOf, Tags, YesNo } from './choice-inputs.tsx'
import type { FieldEditProps } from './field-input.ts'
import { countryOptions, currencyOptions, declaredOptions } from '../filter/filter-options.ts'
import { MoneyInput } from './money-input.tsx'
import { Day, Decimal, Figure, Instant, Json, ManyLines, OneLine } from './text-inputs.tsx'

export type { FieldEditProps }

type Editor = (props: FieldEditProps) => ReactNode

const editors = {
  string: OneLine,
  text: ManyLines,
  number: Figure,
  decimal: Decimal,
  boolean: YesNo,
  choice: (props) => <OneOf {...props} options={declaredOptions(props.field.options ?? {})} />,
  choices: Choices,
  strings: Tags,
  country: (props) => <OneOf {...props} options={countryOptions} />,
  countries: (props) => <SomeOf {...props} options={countryOptions} />,
  currency: (props) => <OneOf {...props} options={currencyOptions} />,
  currencies: (props) => <SomeOf {...props} options={currencyOptions} />,
  merchant: Merchant,
  merchants: Merchants,
  instant: Instant,
  day: Day,
  pattern: (props) => <OneLine {...props} field={{ ...props.field, mono: true }} />,
  json: Json,
  money: MoneyInput,
} satisfies Record<Kind, Editor>

/** The input of any field. */
export function FieldEdit(props: FieldEditProps) {
  const Edit: Editor = editors[props.field.kind]
  return <Edit {...props} />
}

/** A value that cannot be changed here, in the place of an input. */
export function FixedValue({ field, children }: { readonly field: Field; readonly children: ReactNode }) {
  return (
    <Input.Wrapper label={field.label} description={field.help} labelElement="div">
      <div style={{ padding: '4px 0' }}>{children}</div>
    </Input.Wrapper>
  )
}
