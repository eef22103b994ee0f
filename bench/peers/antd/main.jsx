import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Layout, Menu } from 'antd'
import { LoginPage } from './login-page.jsx'
import { MappingForm } from './mapping-form.jsx'
import { MappingList } from './mapping-list.jsx'

const menu = [{ key: 'bank-mapping', label: 'Bank mapping' }]

function App() {
  const [signedIn, setSignedIn] = useState(localStorage.getItem('signed-in') === 'yes')
  const [edited, setEdited] = useState(null)
  if (!signedIn) return <LoginPage onSignedIn={() => setSignedIn(true)} />
  return (
    <Layout style={{ minHeight: '100vh' }}>
      <Layout.Sider>
        <Menu theme="dark" selectedKeys={['bank-mapping']} items={menu} />
      </Layout.Sider>
      <Layout.Content style={{ padding: 16 }}>
        <MappingList onEdit={setEdited} />
        {edited && <MappingForm mapping={edited} onClose={() => setEdited(null)} />}
      </Layout.Content>
    </Layout>
  )
}

createRoot(document.getElementById('root')).render(<App />)
