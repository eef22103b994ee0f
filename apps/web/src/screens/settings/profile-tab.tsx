import { Button, Checkbox, TextInput } from '@mantine/core'
import { roleOf } from '@signalbox/model/access/roles'
import type { Profile } from '@signalbox/model/calls/me'
import { communicationPreferences, roleLabel } from '@signalbox/model/entities/user'
import { isPhone } from '@signalbox/model/field/validators'
import { texts } from '@signalbox/model/text/texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { useOperationId } from '../../kit/operation-id.ts'
import { useSession } from '../../kit/session/session-store.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { KeyValues } from '../../ui/key-values.tsx'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './settings.module.css'

const profileKey = ['me']

export function ProfileTab() {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: profileKey,
    queryFn: ({ signal }) => api('GET /me', { signal, suppressToast: true }),
  })
  if (data) {
    return (
      <>
        <ProfileForm key={data.version} profile={data} />
        <Account profile={data} />
      </>
    )
  }
  if (error) {
    return (
      <Card>
        <ErrorPanel
          title="Your profile could not be loaded."
          requestId={error instanceof ApiError ? error.body.errorId : undefined}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    )
  }
  return (
    <Skeleton>
      <SkeletonLines lines={8} />
    </Skeleton>
  )
}

const editable = ({ displayName, phone, jobTitle, communicationPreferences: preferences }: Profile) => ({
  displayName: displayName ?? '',
  phone: phone ?? '',
  jobTitle: jobTitle ?? '',
  communicationPreferences: preferences,
})

type Values = ReturnType<typeof editable>
type Problems = Partial<Record<keyof Values, string>>

function problemsIn({ phone }: Values): Problems {
  return phone !== '' && !isPhone(phone) ? { phone: texts.invalidPhone } : {}
}

/** The profile as it is edited, saved and refused. */
function useProfileForm(profile: Profile) {
  const client = useQueryClient()
  const operationId = useOperationId()
  const [values, setValues] = useState(() => editable(profile))
  const [refused, setRefused] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const problems: Problems = { ...refused, ...problemsIn(values) }
  const dirty = JSON.stringify(values) !== JSON.stringify(editable(profile))
  const set = (patch: Partial<Values>) => {
    setValues({ ...values, ...patch })
    setRefused({})
  }

  const save = async () => {
    setBusy(true)
    const body = {
      version: profile.version,
      displayName: values.displayName.trim() || null,
      phone: values.phone.trim() || null,
      jobTitle: values.jobTitle.trim() || null,
      communicationPreferences: values.communicationPreferences,
    }
    try {
      client.setQueryData(profileKey, await api('PUT /me', { body, operationId: operationId(body) }))
      toast.success('Your profile is saved.')
    } catch (error) {
      const fields = error instanceof ApiError ? (error.body.fields ?? []) : []
      setRefused(Object.fromEntries(fields.map(({ field, message }) => [field, message])))
      if (fields.length === 0) reportFailure(error, { label: 'Profile', done: 'updated' })
    } finally {
      setBusy(false)
    }
  }
  return { values, set, problems, dirty, busy, save }
}

type Form = ReturnType<typeof useProfileForm>

function Fields({ values, set, problems }: Pick<Form, 'values' | 'set' | 'problems'>) {
  return (
    <div className={styles.fields}>
      <TextInput
        label="Display name"
        maxLength={60}
        value={values.displayName}
        onChange={(event) => set({ displayName: event.currentTarget.value })}
        error={problems.displayName}
      />
      <TextInput
        label="Phone"
        type="tel"
        autoComplete="tel"
        value={values.phone}
        onChange={(event) => set({ phone: event.currentTarget.value })}
        error={problems.phone}
      />
      <TextInput
        label="Job title"
        maxLength={80}
        value={values.jobTitle}
        onChange={(event) => set({ jobTitle: event.currentTarget.value })}
        error={problems.jobTitle}
      />
      <Checkbox.Group
        label="Emails you want to receive"
        value={values.communicationPreferences}
        onChange={(chosen) => set({ communicationPreferences: chosen })}
      >
        {Object.entries(communicationPreferences).map(([name, label]) => (
          <Checkbox key={name} value={name} label={label} mt={8} />
        ))}
      </Checkbox.Group>
    </div>
  )
}

function ProfileForm({ profile }: { readonly profile: Profile }) {
  const { values, set, problems, dirty, busy, save } = useProfileForm(profile)
  return (
    <Card title="About you" description="What colleagues see, and how to contact you.">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Fields values={values} set={set} problems={problems} />
        <div className={styles.actions}>
          <Button
            type="submit"
            loading={busy}
            disabled={!dirty || Object.keys(problemsIn(values)).length > 0}
          >
            Save
          </Button>
          {dirty ? (
            <Button variant="default" onClick={() => set(editable(profile))} disabled={busy}>
              Cancel
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  )
}

function Account({ profile }: { readonly profile: Profile }) {
  const { metadata } = useSession()
  const merchantName = (id: number) =>
    metadata.merchants.find((merchant) => merchant.id === id)?.name ?? String(id)
  return (
    <Card title="Your account" description="Managed by your administrator.">
      <KeyValues
        items={[
          { label: 'Username', value: profile.username },
          { label: 'Name', value: `${profile.firstName} ${profile.lastName}` },
          { label: 'Email', value: profile.email },
          {
            label: 'Last login',
            value: profile.lastLogin === null ? null : <InstantView iso={profile.lastLogin} />,
          },
          { label: 'Home merchant', value: merchantName(profile.homeMerchantId) },
          {
            label: 'Merchants',
            value:
              profile.merchants.length === 0
                ? 'All below the home merchant'
                : profile.merchants.map(merchantName).join(', '),
          },
          { label: 'Roles', wide: true, value: <Roles roles={profile.roles} /> },
        ]}
      />
    </Card>
  )
}

function Roles({ roles }: { readonly roles: readonly string[] }) {
  const known = roles.flatMap((name) => roleOf(name) ?? [])
  if (known.length === 0) return 'None'
  return (
    <span className={styles.chips}>
      {known.map((role) => (
        <span key={role} className={styles.chip}>
          {roleLabel(role)}
        </span>
      ))}
    </span>
  )
}
