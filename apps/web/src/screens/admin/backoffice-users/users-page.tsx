import { user } from '@signalbox/model/entities/user'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { AccessTab } from './access-tab.tsx'
import { ContactTypesEditor } from './contact-types-editor.tsx'
import { PartSwitch } from './part-switch.tsx'
import { PresetEditor } from './preset-editor.tsx'
import { RolesEditor } from './roles-editor.tsx'
import { SecurityTab } from './security-tab.tsx'
import { checkUser, operationInputs, operationRefusal } from './user-rules.ts'
import { UserState } from './user-state.tsx'

export const UsersPage = resourceScreen({
  entity: user,
  part: null,
  purpose: 'Staff who may sign in to this console, with their roles and merchants.',
  columns: [
    'username',
    'firstName',
    'lastName',
    'state',
    'roles',
    'email',
    'merchants',
    'twoFactor',
    'lastLogin',
    'merchantId',
  ],
  cells: { state: UserState },
  form: {
    editors: { preset: PresetEditor, roles: RolesEditor, contactTypes: ContactTypesEditor },
    check: checkUser,
    startWith: () => ({ requiredActions: ['AUTHENTICATOR'] }),
  },
  operations: { refusal: operationRefusal, asks: operationInputs },
  tabs: [
    { name: 'access', label: 'Access', access: 'backoffice-users.view', Content: AccessTab },
    { name: 'security', label: 'Security', access: 'backoffice-users.operate', Content: SecurityTab },
  ],
  around: { Tools: PartSwitch },
})
