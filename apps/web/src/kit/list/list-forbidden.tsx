import { roleLabel } from '@signalbox/model/entities/user'
import { ruleOf, type Permission } from '@signalbox/model/access/policy'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Who may see it is no secret to somebody who works here: it says whom to ask for what. */
const rolesFor = (permission: Permission): string =>
  (ruleOf(permission).valid ?? []).map((role) => roleLabel(role)).join(', ')

export function ListForbidden({
  title,
  permission,
}: {
  readonly title: string
  readonly permission: Permission
}) {
  return (
    <EmptyState icon="lock" title={title}>
      Roles with access: {rolesFor(permission)}.
    </EmptyState>
  )
}
