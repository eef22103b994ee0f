import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import type { SandboxScript } from '@signalbox/model/calls/sandbox'
import { useState } from 'react'
import { SmallTable } from '../../ui/small-table.tsx'
import { isOutage } from './outages-section.tsx'
import styles from './sandbox.module.css'
import { useAct } from './use-sandbox.ts'

const exampleScript = JSON.stringify(
  {
    psp: 'borealpay',
    match: { percent: 30 },
    steps: [{ action: 'TIMEOUT' }, { action: 'CALLBACK', delayMs: 20_000 }],
  },
  null,
  2,
)

interface ScriptListProps {
  readonly scripts: readonly SandboxScript[]
  readonly onEdit: (script: SandboxScript) => void
}

function ScriptList({ scripts, onEdit }: ScriptListProps) {
  const act = useAct()
  if (scripts.length === 0) return null
  return (
    <SmallTable label="Scripts" columns={['Script', 'Provider', 'On', 'Actions']}>
      {scripts.map((script) => (
        <tr key={script.id}>
          <th scope="row">{script.id}</th>
          <td>{script.psp}</td>
          <td>{script.enabled ? 'Yes' : 'No'}</td>
          <td>
            <Group gap={8} wrap="nowrap">
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Edit ${script.id}`}
                onClick={() => onEdit(script)}
              >
                Edit
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Remove ${script.id}`}
                onClick={() =>
                  act.mutate({
                    act: { act: 'remove-script', id: script.id },
                    done: `${script.id} was removed.`,
                  })
                }
              >
                Remove
              </Button>
            </Group>
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}

export function ScriptsSection({ scripts }: Pick<ScriptListProps, 'scripts'>) {
  const act = useAct()
  const [id, setId] = useState('my-script')
  const [text, setText] = useState(exampleScript)
  const own = scripts.filter((script) => !isOutage(script))
  const edit = (script: SandboxScript) => {
    setId(script.id)
    setText(script.text)
  }
  return (
    <section>
      <h3 className={styles.heading}>Scripts</h3>
      <p className={styles.note}>
        Special behaviour of a provider for some payments. The first matching script applies, before all
        triggers.
      </p>
      <ScriptList scripts={own} onEdit={edit} />
      <Stack gap={12} mt={12}>
        <TextInput
          label="Name"
          value={id}
          maxLength={60}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <Textarea
          label="Script"
          autosize
          minRows={6}
          maxRows={20}
          spellCheck={false}
          classNames={{ input: 'mono' }}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button
            variant="default"
            disabled={id === ''}
            loading={act.isPending}
            onClick={() => act.mutate({ act: { act: 'put-script', id, text }, done: `${id} was saved.` })}
          >
            Save script
          </Button>
        </div>
      </Stack>
    </section>
  )
}
