import type { SandboxText } from '@signalbox/model/calls/sandbox'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SmallTable } from '../../ui/small-table.tsx'

/** What the simulated gateway was asked to send to telephones. */
export function TextsTab({ texts }: { readonly texts: readonly SandboxText[] }) {
  if (texts.length === 0)
    return (
      <EmptyState icon="search" title="No text messages">
        No text messages were sent yet. Notification rules decide when one is sent.
      </EmptyState>
    )
  return (
    <SmallTable label="Text messages" columns={['To', 'From', 'Text', 'Sent']} maxHeightPx={480}>
      {texts.map(({ id, to, from, text, at }) => (
        <tr key={id}>
          <th scope="row">{to}</th>
          <td>{from}</td>
          <td>{text}</td>
          <td>
            <InstantView iso={at} />
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}
