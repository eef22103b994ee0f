import { rolePreset } from '@signalbox/model/entities/role-preset'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { PageSwitch } from './page-switch.tsx'
import { checkPreset } from './user-rules.ts'

const RolesEditor = loadable(async () => (await import('./roles-editor.tsx')).RolesEditor)

export const PresetsPage = resourceScreen({
  entity: rolePreset,
  part: 'presets',
  purpose: 'Sets of roles to assign when you create a user or change their duties.',
  form: {
    editors: { roles: RolesEditor },
    check: checkPreset,
    startWith: () => ({ requiredActions: ['AUTHENTICATOR'] }),
  },
  around: { Tools: PageSwitch },
})
