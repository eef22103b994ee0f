import simpleRestProvider from 'ra-data-simple-rest'
import { createRoot } from 'react-dom/client'
import { Admin, Resource } from 'react-admin'
import { authProvider } from './auth-provider.js'
import { MappingCreate, MappingEdit } from './mapping-form.jsx'
import { MappingList } from './mapping-list.jsx'

createRoot(document.getElementById('root')).render(
  <Admin dataProvider={simpleRestProvider('/api')} authProvider={authProvider} requireAuth>
    <Resource name="bank-mapping" list={MappingList} create={MappingCreate} edit={MappingEdit} />
  </Admin>,
)
