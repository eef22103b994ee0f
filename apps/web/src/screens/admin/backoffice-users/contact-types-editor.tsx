import { Checkbox, Stack } from '@mantine/core'
import { contactTypes } from '@signalbox/model/entities/user'
import { ordinaryPageSize } from '@signalbox/model/field/paging'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, newOperationId } from '../../../kit/api.ts'
import { asList } from '../../../kit/field/display-text.ts'
import { reportFailure } from '../../../kit/failure.ts'
import type { FieldEditProps } from '../../../kit/field/field-edit.tsx'
import { inputProps } from '../../../kit/field/field-input.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'

type ContactType = keyof typeof contactTypes

const types = Object.keys(contactTypes) as ContactType[]
const isPrimary = (type: ContactType): boolean => type.startsWith('PRIMARY_')

/** A merchant has one primary contact of each kind. */
function useHolders(merchantId: number, exceptId: unknown) {
  const { data } = useQuery({
    queryKey: ['user', 'contacts', merchantId],
    queryFn: ({ signal }) =>
      api('GET /user', {
        query: {
          start: 0,
          limit: ordinaryPageSize,
          contactTypes: types.filter(isPrimary).join(','),
          merchants: String(merchantId),
        },
        signal,
        suppressToast: true,
      }),
  })
  const others = (data?.items ?? []).filter(
    (person) => person.merchantId === merchantId && person.id !== exceptId,
  )
  return (type: ContactType) =>
    isPrimary(type) ? others.find((person) => person.contactTypes.includes(type)) : undefined
}

type Holder = NonNullable<ReturnType<ReturnType<typeof useHolders>>>

async function release(holder: Holder, type: ContactType): Promise<boolean> {
  const label = contactTypes[type]
  const sure = await confirm({
    title: `Move ${label.toLowerCase()} contact from ${holder.username}?`,
    message: `${holder.username} loses this contact type now. The user you are editing gets it when you save.`,
    confirmLabel: 'Move',
  })
  if (!sure) return false
  try {
    await api('PUT /user/{id}', {
      params: { id: holder.id },
      body: {
        version: holder.version,
        contactTypes: holder.contactTypes.filter((other) => other !== type),
        note: `${label} contact moves to someone else`,
      },
      operationId: newOperationId(),
    })
    toast.success(`${holder.username} is no longer ${label.toLowerCase()} contact.`)
    return true
  } catch (error) {
    reportFailure(error, { label: 'Backoffice user', done: 'updated' })
    return false
  }
}

/** Says who is a primary contact already, and takes it over only after asking. */
export function ContactTypesEditor(props: FieldEditProps) {
  const { value, onChange, disabled, record } = props
  const { merchantId } = useSession()
  const queryClient = useQueryClient()
  const holderOf = useHolders(Number(record?.merchantId ?? merchantId), record?.id)
  const chosen = asList(value).map(String)
  // Kept in the declared order, so that ticking and unticking changes nothing.
  const set = (wanted: readonly string[]) => onChange(types.filter((type) => wanted.includes(type)))

  const toggle = async (type: ContactType) => {
    if (chosen.includes(type)) return set(chosen.filter((other) => other !== type))
    const holder = holderOf(type)
    if (holder && !(await release(holder, type))) return undefined
    if (holder) void queryClient.invalidateQueries({ queryKey: ['user'] })
    return set([...chosen, type])
  }
  return (
    <Checkbox.Group {...inputProps(props)} value={chosen}>
      <Stack gap={8} mt={6}>
        {types.map((type) => {
          const holder = holderOf(type)
          return (
            <Checkbox
              key={type}
              value={type}
              label={contactTypes[type]}
              description={holder ? `Now ${holder.username}` : undefined}
              disabled={disabled}
              onChange={() => void toggle(type)}
            />
          )
        })}
      </Stack>
    </Checkbox.Group>
  )
}
