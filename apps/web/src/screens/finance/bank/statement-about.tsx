import { Alert, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Row } from '../../../kit/list/listing.ts'
import { Icon } from '../../../ui/icon.tsx'

/** What is missing before a statement, and the way to its entries. */
export function StatementAbout({ record }: { readonly record: Row }) {
  const { id, gap, entryCount, openCount } = record
  return (
    <>
      {typeof gap === 'string' ? (
        <Alert
          mb={20}
          color="orange"
          variant="light"
          icon={<Icon name="warning" />}
          title="A statement is missing before"
        >
          {gap}
        </Alert>
      ) : null}
      <Text mb={20}>
        <Link to="/finance/settlements" search={{ mode: 'bank-entries', statementId: String(id) } as never}>
          Entries: {String(entryCount)}, open: {String(openCount)}
        </Link>
      </Text>
    </>
  )
}
