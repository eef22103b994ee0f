import { Button } from '@mantine/core'
import type { UserSecurity } from '@signalbox/model/calls/user'
import { Section } from '../../../kit/record/record-panel.tsx'
import { api } from '../../../kit/api.ts'
import { FactorUse, type Factor } from '../../../kit/session/factor-use.tsx'
import type { Row } from '../../../kit/list/listing.ts'
import { useMay } from '../../../kit/session/session-store.ts'
import { confirm } from '../../../ui/confirm.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { Item, ItemList } from '../../../ui/item-list.tsx'
import type { Attempt } from './security-tab.tsx'
import styles from './user-panels.module.css'
import { isOwnAccount } from './user-rules.ts'

function FactorLine({
  icon,
  name,
  factor,
  onRemove,
}: {
  readonly icon: IconName
  readonly name: string
  readonly factor: Factor
  readonly onRemove?: () => void
}) {
  return (
    <Item
      icon={icon}
      note={<FactorUse factor={factor} />}
      action={
        onRemove ? (
          <Button size="xs" variant="subtle" color="red" onClick={onRemove}>
            Remove
          </Button>
        ) : null
      }
    >
      {name}
    </Item>
  )
}

/** A lost key can go as long as another factor stays; otherwise a new one has to be required. */
export function SecondFactors({
  record,
  security,
  attempt,
}: {
  readonly record: Row
  readonly security: UserSecurity
  readonly attempt: Attempt
}) {
  const mayEdit = useMay('backoffice-users.edit')
  const { authenticator, securityKeys, recoveryCodesLeft } = security
  const count = securityKeys.length + (authenticator ? 1 : 0)
  const removable = mayEdit && count > 1 && !isOwnAccount(record.username)
  const remove = async (keyId: string, name: string) => {
    const sure = await confirm({
      title: `Remove ${name}?`,
      message: `${String(record.username)} can no longer sign in with this key, and every open session ends.`,
      confirmLabel: 'Remove',
      destructive: true,
    })
    if (!sure) return
    await attempt('Security key', 'removed', () =>
      api('DELETE /user/{id}/security-key/{keyId}', { params: { id: String(record.id), keyId } }),
    )
  }
  return (
    <Section title="Second factors">
      {count === 0 ? <p className={styles.muted}>None.</p> : null}
      <ItemList>
        {authenticator ? <FactorLine icon="phone" name="Authenticator" factor={authenticator} /> : null}
        {securityKeys.map((key) => (
          <FactorLine
            key={key.id}
            icon="key"
            name={key.name}
            factor={key}
            onRemove={removable ? () => void remove(key.id, key.name) : undefined}
          />
        ))}
      </ItemList>
      {count === 0 ? null : (
        <p className={styles.muted}>
          {recoveryCodesLeft === 1 ? 'One recovery code left.' : `${recoveryCodesLeft} recovery codes left.`}
        </p>
      )}
    </Section>
  )
}
