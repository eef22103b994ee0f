import { Button } from '@mantine/core'
import { settlementBatch } from '@signalbox/model/entities/settlement-batch'
import { useState } from 'react'
import { requestFile } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { FieldView } from '../../../kit/field/field-view.tsx'
import type { Row } from '../../../kit/list/listing.ts'
import { Panel, Section } from '../../../kit/record/record-panel.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Profile } from './batch-cells.tsx'

const { fields } = settlementBatch
const shown = [
  'fileName',
  'profile',
  'importedBy',
  'importedAt',
  'periodFrom',
  'periodTo',
  'fileSha256',
] as const

/** Where the batch comes from; the file as it was imported, and its lines. */
export function FileTab({ record }: { readonly record: Row }) {
  const [running, setRunning] = useState(false)
  const download = async (path: string, query: Record<string, string>) => {
    setRunning(true)
    try {
      const { name, content } = await requestFile(path, query)
      saveFile(name, content)
    } catch (error) {
      reportFailure(error, { label: 'Settlement file', done: 'exported' })
    }
    setRunning(false)
  }
  const id = String(record.id)
  return (
    <Panel>
      <Section title="File">
        <KeyValues
          items={shown.map((name) => ({
            label: fields[name].label,
            value:
              name === 'profile' ? (
                <Profile value={record[name]} />
              ) : (
                <FieldView
                  field={fields[name]}
                  value={record[name]}
                  layout={name === 'fileName' ? 'full' : 'cell'}
                />
              ),
            wide: name === 'fileSha256',
          }))}
        />
        <Button.Group mt={16}>
          <Button
            variant="default"
            loading={running}
            leftSection={<Icon name="download" size={16} />}
            onClick={() => void download(`/settlement-batch/${id}/file`, {})}
          >
            File as imported
          </Button>
          <Button
            variant="default"
            loading={running}
            leftSection={<Icon name="download" size={16} />}
            onClick={() => void download('/settlement-line/export', { batchId: id, format: 'csv' })}
          >
            All lines
          </Button>
        </Button.Group>
      </Section>
    </Panel>
  )
}
