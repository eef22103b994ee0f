import { Button, Card, Form, Input, message } from 'antd'

export function LoginPage({ onSignedIn }) {
  const signIn = async (credentials) => {
    const answer = await fetch('/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    })
    if (!answer.ok) return message.error('Invalid username or password')
    localStorage.setItem('signed-in', 'yes')
    onSignedIn()
  }
  return (
    <Card title="Sign in" style={{ maxWidth: 360, margin: '20vh auto' }}>
      <Form layout="vertical" onFinish={signIn}>
        <Form.Item name="username" label="Username" rules={[{ required: true }]}>
          <Input />
        </Form.Item>
        <Form.Item name="password" label="Password" rules={[{ required: true }]}>
          <Input.Password />
        </Form.Item>
        <Button type="primary" htmlType="submit">
          Sign in
        </Button>
      </Form>
    </Card>
  )
}
