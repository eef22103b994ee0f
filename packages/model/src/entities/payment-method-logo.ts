import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

const edit = 'payment-methods.edit'

/** A logo somebody uploaded for a method or for one service of it. The picture itself is kept by its hash. */
export const paymentMethodLogo = entity({
  slug: 'payment-method-logo',
  label: 'Logo',
  plural: 'Payment method logos',
  titleField: 'method',
  scope: 'inherited',
  overrideKey: ['method', 'service'],
  note: 'optional',
  defaultSort: 'method',
  access: { view: 'payment-methods.view', create: edit, edit, remove: edit },
  fields: {
    method: field.string({ label: 'Method', required: true, max: 50 }),
    service: field.string({ label: 'Service', max: 50 }),
    hash: field.string({ label: 'Hash', required: true, max: 64, mono: true }),
    width: field.number({ label: 'Width', required: true, integer: true }),
    height: field.number({ label: 'Height', required: true, integer: true }),
  },
})
