import { Button, Group, NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core'
import type { SandboxScript, SandboxState } from '@signalbox/model/calls/sandbox'
import { useState } from 'react'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { useMerchant } from '../../kit/session/session-store.ts'
import { SmallTable } from '../../ui/small-table.tsx'
import { confirm } from '../../ui/confirm.tsx'
import styles from './sandbox.module.css'
import { TrafficSection } from './traffic-section.tsx'
import { providers, useAct } from './use-sandbox.ts'

const outagePrefix = 'outage-'
const isOutage = ({ id }: SandboxScript): boolean => id.startsWith(outagePrefix)

const exampleScript = JSON.stringify(
  {
    psp: 'borealpay',
    match: { percent: 30 },
    steps: [{ action: 'TIMEOUT' }, { action: 'CALLBACK', delayMs: 20_000 }],
  },
  null,
  2,
)

function Outages({ scripts }: { readonly scripts: readonly SandboxScript[] }) {
  const act = useAct()
  const [psp, setPsp] = useState<string>('acmecards')
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
        <div className={styles.running}>
          <SmallTable label="Outages" columns={['Provider', 'Until', 'Actions']}>
            {running.map((script) => (
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
      )}
    </section>
  )
}

function Scripts({ scripts }: { readonly scripts: readonly SandboxScript[] }) {
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
      {own.length === 0 ? null : (
        <SmallTable label="Scripts" columns={['Script', 'Provider', 'On', 'Actions']}>
          {own.map((script) => (
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
                    onClick={() => edit(script)}
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
      )}
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

const steps = [
  { label: '2 minutes', minutes: 2 },
  { label: '20 minutes', minutes: 20 },
  { label: '1 hour', minutes: 60 },
  { label: '1 day', minutes: 1440 },
  { label: '7 days', minutes: 10_080 },
]

function Clock({ state }: { readonly state: SandboxState }) {
  const act = useAct()
  return (
    <section>
      <h3 className={styles.heading}>Time</h3>
      <p className={styles.note}>
        Sandbox time: {state.now ? <InstantView iso={state.now} /> : '–'}
        {state.aheadMinutes > 0 ? `, ${state.aheadMinutes} minutes ahead of real time` : ''}. Payments use the
        same clock. If you move it forward, everything due by then happens now: callbacks, returns, disputes,
        expiry, automatic approval and capture. Sessions and the audit log stay in real time.
      </p>
      <Group gap={8}>
        {steps.map(({ label, minutes }) => (
          <Button
            key={label}
            variant="default"
            loading={act.isPending}
            onClick={() =>
              act.mutate({
                act: { act: 'travel', minutes },
                done: `The clock was moved forward by ${label}.`,
              })
            }
          >
            + {label}
          </Button>
        ))}
        {state.aheadMinutes > 0 && (
          <Button
            variant="subtle"
            loading={act.isPending}
            onClick={() => act.mutate({ act: { act: 'travel-back' }, done: 'Back to real time.' })}
          >
            Back to real time
          </Button>
        )}
      </Group>
    </section>
  )
}

function Reset() {
  const act = useAct()
  const { name } = useMerchant()
  const reset = async () => {
    const sure = await confirm({
      title: 'Reset the sandbox?',
      message:
        'This ends all scripts and outages, restores the default traffic and returns the clock to real time. Payments and books are kept.',
      confirmLabel: 'Reset sandbox',
      typeToConfirm: name,
    })
    if (sure) act.mutate({ act: { act: 'reset' }, done: 'The sandbox was reset.' })
  }
  return (
    <section>
      <h3 className={styles.heading}>Back to normal</h3>
      <p className={styles.note}>Ends all scripts and outages and restores the default traffic.</p>
      <Button variant="default" loading={act.isPending} onClick={() => void reset()}>
        Reset sandbox…
      </Button>
    </section>
  )
}

/** How the outside world behaves: outages, its clock, who comes, scripts. */
export function WorldTab({ state }: { readonly state: SandboxState }) {
  return (
    <Stack gap={32}>
      <Outages scripts={state.scripts} />
      <Clock state={state} />
      {state.traffic ? <TrafficSection traffic={state.traffic} /> : null}
      <Scripts scripts={state.scripts} />
      <Reset />
    </Stack>
  )
}
