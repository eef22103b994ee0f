import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './plain-table.css'

/** A table as one would write it first: every row in the document, nothing else on the page. */
function PlainTable() {
  const [{ columns, items }, setPage] = useState({ columns: [], items: [] })

  useEffect(() => {
    void fetch(`/rows.json${window.location.search}`)
      .then((answer) => answer.json())
      .then(setPage)
  }, [])

  return (
    <div className="scroller">
      <table>
        <thead>
          <tr>
            <th>
              <input type="checkbox" aria-label="Select all" />
            </th>
            {columns.map(({ name, label }) => (
              <th key={name}>{label}</th>
            ))}
            <th>Actions</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td>
                <input type="checkbox" aria-label={`Select ${item.title}`} />
              </td>
              {columns.map(({ name }) => (
                <td key={name}>{String(item[name] ?? '')}</td>
              ))}
              <td>
                <button type="button" aria-label={`Actions of ${item.title}`}>
                  ⋯
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

createRoot(document.getElementById('root')).render(<PlainTable />)
