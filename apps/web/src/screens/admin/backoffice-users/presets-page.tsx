import { rolePreset } from '@signalbox/model/entities/role-preset'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { PartSwitch } from './part-switch.tsx'
import { RolesEditor } from './roles-editor.tsx'
import { checkPreset } from './user-rules.ts'

export const PresetsPage = resourceScreen({
  entity: rolePreset,
  part: 'presets',
  purpose: 'Named sets of roles to start from when somebody is created or changes duties.',
  form: {
    editors: { roles: RolesEditor },
    check: checkPreset,
    startWith: () => ({ requiredActions: ['AUTHENTICATOR'] }),
  },
  around: { Tools: PartSwitch },
})
