import { counted } from '@signalbox/model/text/counted'
import { Button, Group, Stack } from '@mantine/core'
import type { SandboxState } from '@signalbox/model/calls/sandbox'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { useMerchant } from '../../kit/session/session-store.ts'
import { confirm } from '../../ui/confirm.tsx'
import { NetworksSection } from './networks-section.tsx'
import { OutagesSection } from './outages-section.tsx'
import styles from './sandbox.module.css'
import { ScriptsSection } from './scripts-section.tsx'
import { TrafficSection } from './traffic-section.tsx'
import { useAct } from './use-sandbox.ts'

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
        {state.aheadMinutes > 0 ? `, ${counted(state.aheadMinutes, 'minute')} ahead of real time` : ''}.
        Payments use the same clock. If you move it forward, everything due by then happens now: callbacks,
        returns, disputes, expiry, automatic approval and capture. Sessions and the audit log stay in real
        time.
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
export function ProvidersTab({ state }: { readonly state: SandboxState }) {
  return (
    <Stack gap={32}>
      <OutagesSection scripts={state.scripts} />
      <Clock state={state} />
      {state.traffic ? <TrafficSection traffic={state.traffic} /> : null}
      <NetworksSection applicants={state.applicants} />
      <ScriptsSection scripts={state.scripts} />
      <Reset />
    </Stack>
  )
}
