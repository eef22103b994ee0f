import { useEffect, useState } from 'react'
import { Button, Input, Select, Space, Switch, Table } from 'antd'
import { countries } from '../countries.js'

const columns = [
  { dataIndex: 'title', title: 'Mapping', sorter: true },
  { dataIndex: 'enabled', title: 'Enabled', render: (on) => <Switch checked={on} disabled /> },
  { dataIndex: 'bic', title: 'BIC' },
  { dataIndex: 'country', title: 'Country' },
  { dataIndex: 'bankName', title: 'Bank name' },
  { dataIndex: 'updatedAt', title: 'Updated', render: (at) => new Date(at).toLocaleString() },
]

const countryOptions = countries.map(({ id, name }) => ({ value: id, label: name }))

export function MappingList({ onEdit }) {
  const [filter, setFilter] = useState({})
  const [page, setPage] = useState({ current: 1, pageSize: 100 })
  const [found, setFound] = useState({ items: [], total: 0 })

  useEffect(() => {
    const query = new URLSearchParams({ ...filter, page: page.current, limit: page.pageSize })
    void fetch(`/api/bank-mapping?${query}`)
      .then((answer) => answer.json())
      .then(setFound)
  }, [filter, page])

  return (
    <>
      <Space style={{ marginBottom: 16 }}>
        <Input.Search placeholder="Search" onSearch={(keyword) => setFilter({ ...filter, keyword })} />
        <Select
          allowClear
          placeholder="Country"
          options={countryOptions}
          onChange={(country) => setFilter({ ...filter, country })}
        />
        <Button type="primary" onClick={() => onEdit({ enabled: true })}>
          New
        </Button>
      </Space>
      <Table
        rowKey="id"
        columns={columns}
        dataSource={found.items}
        pagination={{ ...page, total: found.total }}
        onChange={setPage}
        onRow={(mapping) => ({ onClick: () => onEdit(mapping) })}
      />
    </>
  )
}
