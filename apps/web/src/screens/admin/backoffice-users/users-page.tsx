import { user } from '@signalbox/model/entities/user'
import { PendingChanges } from '../../../kit/record/pending-changes.tsx'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { PageSwitch } from './page-switch.tsx'
import { checkUser, operationInputs, operationRefusal } from './user-rules.ts'
import { UserState } from './user-state.tsx'

const AccessTab = loadable(async () => (await import('./access-tab.tsx')).AccessTab)
const SecurityTab = loadable(async () => (await import('./security-tab.tsx')).SecurityTab)
const PresetEditor = loadable(async () => (await import('./preset-editor.tsx')).PresetEditor)
const RolesEditor = loadable(async () => (await import('./roles-editor.tsx')).RolesEditor)
const ContactTypesEditor = loadable(
  async () => (await import('./contact-types-editor.tsx')).ContactTypesEditor,
)

export const UsersPage = resourceScreen({
  entity: user,
  part: null,
  purpose: 'Staff who can sign in to this console, with their roles and merchants.',
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
  about: PendingChanges,
  tabs: [
    { name: 'access', label: 'Access', access: 'backoffice-users.view', Content: AccessTab },
    { name: 'security', label: 'Security', access: 'backoffice-users.operate', Content: SecurityTab },
  ],
  around: { Tools: PageSwitch },
})
