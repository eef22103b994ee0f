import { Button, Group } from '@mantine/core'
import type { NetworkDecision, SandboxApplicant } from '@signalbox/model/calls/sandbox'
import { networkNamed, tokenNetworks } from '@signalbox/model/scheme-tokens/token-network'
import { SmallTable } from '../../ui/small-table.tsx'
import styles from './sandbox.module.css'
import { useAct } from './use-sandbox.ts'

const decisions: Readonly<Record<NetworkDecision, string>> = {
  APPROVE: 'Approve',
  ACTION_REQUIRED: 'Ask for a correction',
  REJECT: 'Reject',
}

const nameOf = (service: string): string => {
  const network = networkNamed(service)
  return network ? tokenNetworks[network] : service
}

function Applicant({ applicant }: { readonly applicant: SandboxApplicant }) {
  const act = useAct()
  const { id, service, legalName } = applicant
  return (
    <tr>
      <th scope="row">{legalName}</th>
      <td>{nameOf(service)}</td>
      <td>
        <Group gap={8}>
          {Object.entries(decisions).map(([decision, label]) => (
            <Button
              key={decision}
              size="compact-sm"
              variant="default"
              aria-label={`${label}: ${legalName} at ${nameOf(service)}`}
              loading={act.isPending}
              onClick={() =>
                act.mutate({
                  act: { act: 'decide', id, decision: decision as NetworkDecision },
                  done: `${nameOf(service)} has decided about ${legalName}.`,
                })
              }
            >
              {label}
            </Button>
          ))}
        </Group>
      </td>
    </tr>
  )
}

/** What people at card networks decide: which merchants get tokens. */
export function NetworksSection({ applicants }: { readonly applicants: readonly SandboxApplicant[] }) {
  return (
    <section>
      <h3 className={styles.heading}>Card networks</h3>
      <p className={styles.note}>
        Visa decides at once and Mastercard after a while. American Express waits for your decision.
      </p>
      {applicants.length === 0 ? (
        <p className={styles.after}>No onboarding is waiting for a network.</p>
      ) : (
        <SmallTable label="Onboardings at card networks" columns={['Merchant', 'Network', 'Actions']}>
          {applicants.map((applicant) => (
            <Applicant key={applicant.id} applicant={applicant} />
          ))}
        </SmallTable>
      )}
    </section>
  )
}
