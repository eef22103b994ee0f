import { Button } from '@mantine/core'
import type { SandboxJob } from '@signalbox/model/calls/sandbox'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SmallTable } from '../../ui/small-table.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './sandbox.module.css'

const key = ['sandbox', 'job']

function JobRow({ job }: { readonly job: SandboxJob }) {
  const queryClient = useQueryClient()
  const run = useMutation({
    mutationFn: () => api('POST /sandbox/job/{name}/run', { params: { name: job.name } }),
    onSuccess: () => {
      toast.success(`${job.title} was started.`)
      return queryClient.invalidateQueries({ queryKey: key })
    },
    onError: (error) => reportFailure(error, { label: job.title, done: 'begun' }),
  })
  return (
    <tr>
      <th scope="row">{job.title}</th>
      <td>{job.finishedAt ? <InstantView iso={job.finishedAt} /> : '–'}</td>
      <td>{job.running ? 'Runs now' : job.outcome === 'FAILED' ? 'Failed' : (job.summary ?? '–')}</td>
      <td>
        <InstantView iso={job.nextRunAt} />
      </td>
      <td>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Run now: ${job.title}`}
          disabled={job.running}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          Run now
        </Button>
      </td>
    </tr>
  )
}

/** What the platform does by itself, for those who do not want to wait for it. */
export function JobsTab() {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /sandbox/job', { signal, suppressToast: true }),
    refetchInterval: 3_000,
  })
  if (error) return <ErrorPanel title={error.message} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <>
      <p className={styles.note}>
        Background jobs: sweepers, imports and checks. Each also runs on its schedule.
      </p>
      <SmallTable label="Jobs" columns={['Job', 'Last run', 'Result', 'Next run', 'Actions']}>
        {data.items.map((job) => (
          <JobRow key={job.name} job={job} />
        ))}
      </SmallTable>
    </>
  )
}
