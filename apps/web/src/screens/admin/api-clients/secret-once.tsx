import { Alert, Button, Stack } from '@mantine/core'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { KeyValues, type KeyValue } from '../../../ui/key-values.tsx'

/** A secret in the one moment it can be seen. Only the button closes it. */
export function SecretOnce({
  title,
  secret,
  more = [],
  onClose,
}: {
  readonly title: string
  readonly secret: string
  readonly more?: readonly KeyValue[]
  readonly onClose: () => void
}) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      footer={<Button onClick={onClose}>I have stored it</Button>}
    >
      <Stack gap={16}>
        <Alert
          color="orange"
          variant="light"
          icon={<Icon name="warning" />}
          title="This secret is shown only once"
        >
          Store it only in the system that uses it.
        </Alert>
        <KeyValues
          items={[
            ...more,
            {
              label: 'Secret',
              wide: true,
              value: <CopyText value={secret} shown={secret} label="Copy secret" />,
            },
          ]}
        />
      </Stack>
    </Dialog>
  )
}
