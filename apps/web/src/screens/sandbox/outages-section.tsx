import { Button, Group, NumberInput, Select } from '@mantine/core'
import type { SandboxScript } from '@signalbox/model/calls/sandbox'
import { useState } from 'react'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { SmallTable } from '../../ui/small-table.tsx'
import styles from './sandbox.module.css'
import { useAct, useProviders } from './use-sandbox.ts'

const outagePrefix = 'outage-'
export const isOutage = ({ id }: SandboxScript): boolean => id.startsWith(outagePrefix)

interface ScriptsProps {
  readonly scripts: readonly SandboxScript[]
}

function RunningOutages({ scripts }: ScriptsProps) {
  const act = useAct()
  return (
    <div className={styles.running}>
      <SmallTable label="Outages" columns={['Provider', 'Until', 'Actions']}>
        {scripts.map((script) => (
          <tr key={script.id}>
            <th scope="row">{script.psp}</th>
            <td>{script.validUntil ? <InstantView iso={script.validUntil} /> : '–'}</td>
            <td>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`End the outage of ${script.psp}`}
                onClick={() =>
                  act.mutate({
                    act: { act: 'end-outage', psp: script.psp },
                    done: `${script.psp} is in service again.`,
                  })
                }
              >
                End
              </Button>
            </td>
          </tr>
        ))}
      </SmallTable>
    </div>
  )
}

export function OutagesSection({ scripts }: ScriptsProps) {
  const act = useAct()
  const providers = useProviders()
  const [psp, setPsp] = useState(providers[0]?.value ?? '')
  const [minutes, setMinutes] = useState<number>(10)
  const [percent, setPercent] = useState<number>(100)
  const running = scripts.filter(isOutage)
  return (
    <section>
      <h3 className={styles.heading}>Outages</h3>
      <Group align="end" gap={12}>
        <Select
          label="Provider"
          data={providers}
          value={psp}
          allowDeselect={false}
          onChange={(value) => value && setPsp(value)}
          w={150}
        />
        <NumberInput
          label="Minutes"
          value={minutes}
          min={1}
          max={1440}
          onChange={(value) => setMinutes(Number(value))}
          w={100}
        />
        <NumberInput
          label="Percent"
          value={percent}
          min={1}
          max={100}
          onChange={(value) => setPercent(Number(value))}
          w={100}
        />
        <Button
          variant="default"
          loading={act.isPending}
          onClick={() =>
            act.mutate({ act: { act: 'outage', psp, minutes, percent }, done: `${psp} is out of service.` })
          }
        >
          Start outage
        </Button>
      </Group>
      {running.length === 0 ? (
        <p className={styles.after}>All providers are in service.</p>
      ) : (
        <RunningOutages scripts={running} />
      )}
    </section>
  )
}
