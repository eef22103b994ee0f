import { visibleOps, type InputOption, type VisibleWhen } from '@signalbox/model/cashier/input-types'

interface ValueProps {
  readonly value: unknown
}

export function OptionsView({ value }: ValueProps) {
  const options = (value ?? []) as readonly InputOption[]
  if (options.length === 0) return '–'
  return options.map((option) => `${option.value} (${option.labelKey})`).join(', ')
}

/** `purpose is OTHER` */
export function ConditionView({ value }: ValueProps) {
  const condition = value as VisibleWhen | null | undefined
  if (!condition) return 'Always'
  return [condition.key, visibleOps[condition.op], condition.value].filter(Boolean).join(' ')
}
