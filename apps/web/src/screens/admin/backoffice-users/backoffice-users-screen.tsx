import { user } from '@signalbox/model/entities/user'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { RolesEditor } from './roles-editor.tsx'
import { checkUser, operationRefusal } from './user-rules.ts'
import { UserState } from './user-state.tsx'

export default resourceScreen({
  entity: user,
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
  ],
  cells: { state: UserState },
  form: {
    editors: { roles: RolesEditor },
    check: checkUser,
    startWith: () => ({ requiredActions: ['AUTHENTICATOR'] }),
  },
  operations: { refusal: operationRefusal },
})
