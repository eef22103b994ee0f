import { Drawer, Button, Form, Input, message, Select, Switch } from 'antd'
import { countries } from '../countries.js'

const countryOptions = countries.map(({ id, name }) => ({ value: id, label: name }))

export function MappingForm({ mapping, onClose }) {
  const save = async (values) => {
    const answer = await fetch(`/api/bank-mapping/${mapping.id ?? ''}`, {
      method: mapping.id ? 'PUT' : 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(values),
    })
    if (!answer.ok) return message.error('Not saved')
    message.success('Saved')
    onClose()
  }
  return (
    <Drawer open title="Bank mapping" onClose={onClose}>
      <Form layout="vertical" initialValues={mapping} onFinish={save}>
        <Form.Item name="title" label="Mapping" rules={[{ required: true }]}>
          <Input />
        </Form.Item>
        <Form.Item name="enabled" label="Enabled" valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="bic" label="BIC">
          <Input />
        </Form.Item>
        <Form.Item name="country" label="Country">
          <Select allowClear options={countryOptions} />
        </Form.Item>
        <Form.Item name="bankName" label="Bank name">
          <Input />
        </Form.Item>
        <Button type="primary" htmlType="submit">
          Save
        </Button>
      </Form>
    </Drawer>
  )
}
