import { Text } from '@mantine/core'
import type { ApprovalRow } from '@signalbox/model/entities/approval'

/** A payment and what speaks against approving it. */
export type Flagged = Pick<ApprovalRow, 'id' | 'redFlags'>

/** What speaks against some of them; a reason that is given stands with each. */
export function FlaggedRows({ flagged }: { readonly flagged: readonly Flagged[] }) {
  if (flagged.length === 0) return null
  return (
    <div>
      <Text fw={500}>
        {flagged.length === 1 ? '1 payment' : `${flagged.length} payments`} with red flags:
      </Text>
      <ul style={{ margin: '6px 0 0', paddingLeft: 20, maxHeight: 160, overflow: 'auto' }}>
        {flagged.map(({ id, redFlags }) => (
          <li key={id}>
            <span className="mono">{id}</span> {redFlags.join(' ')}
          </li>
        ))}
      </ul>
    </div>
  )
}
