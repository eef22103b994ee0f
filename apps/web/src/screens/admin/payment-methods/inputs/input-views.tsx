import { visibleOps, type InputOption, type VisibleWhen } from '@signalbox/model/cashier/input-types'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../kit/api.ts'
import { useSession } from '../../../../kit/session/session-store.ts'

interface ValueProps {
  readonly value: unknown
}

/** What users read at a field: the text of a message, or its key where nobody wrote one. */
function useLabelText(): (key: string) => string {
  const { merchantId } = useSession()
  const { data } = useQuery({
    // Under the name of the list: whoever changes an input may have changed its label.
    queryKey: ['payment-method-input', 'labels', merchantId],
    queryFn: ({ signal }) => api('GET /payment-method-input/labels', { signal, suppressToast: true }),
  })
  return (key) => data?.labels[key] ?? key
}

export function LabelView({ value }: ValueProps) {
  const textOf = useLabelText()
  const key = typeof value === 'string' ? value : ''
  return <span title={key}>{textOf(key) || '–'}</span>
}

export function OptionsView({ value }: ValueProps) {
  const textOf = useLabelText()
  const options = (value ?? []) as readonly InputOption[]
  if (options.length === 0) return '–'
  return options.map((option) => `${option.value} (${textOf(option.labelKey)})`).join(', ')
}

/** `purpose is OTHER` */
export function ConditionView({ value }: ValueProps) {
  const condition = value as VisibleWhen | null | undefined
  if (!condition) return 'Always'
  return [condition.key, visibleOps[condition.op], condition.value].filter(Boolean).join(' ')
}
