import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { lazy } from './lazy.ts'

/** From a fast read to the longest a PSP may take. Few: each is a series per route. */
const durations = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

/** Gauges of the package that are named like counters, and told by others. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** Memory, processor time, garbage and how late the event loop is: of the process, however many servers are in it. */
const ofProcess = lazy(() => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  for (const name of misnamed) register.removeSingleMetric(name)
  return register
})

/**
 * Every family there is, a line each. Labels take few values, all of them known beforehand: templates of routes, names of
 * steps, PSPs and jobs. Nothing that anybody sends, and nothing about a person.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #watched: (() => Promise<void> | void)[] = []

  readonly requests = this.#counter('signalbox_requests_total', 'Requests answered, by status.', 'status')
  readonly unauthenticated = this.#counter('signalbox_unauthenticated_total', 'Requests answered 401.')
  readonly requestDuration = this.#histogram(
    'signalbox_http_request_duration_seconds',
    'Time to answer a request, by template of the route and class of the status.',
    'method',
    'route',
    'status',
  )
  readonly loginsRefused = this.#counter(
    'signalbox_logins_refused_total',
    'Logins of people (console) and token requests of clients (api) that were refused, by status.',
    'door',
    'status',
  )

  readonly paymentsBegun = this.#counter(
    'signalbox_payments_begun_total',
    'Transactions begun, by type and method.',
    'type',
    'method',
  )
  readonly paymentsEnded = this.#counter(
    'signalbox_payments_ended_total',
    'Transactions that came to an end, by type, method and final state.',
    'type',
    'method',
    'state',
  )
  readonly paymentsOpen = this.#gauge(
    'signalbox_payments_open',
    'Calls of the public API that move money and are under way on this node.',
  )
  readonly paymentsWaiting = this.#gauge(
    'signalbox_payments_waiting',
    'Calls of the public API that move money and wait for their turn on this node.',
  )
  readonly paymentsRefused = this.#counter(
    'signalbox_payments_refused_total',
    'Calls of the public API answered 503 PAYMENTS_BUSY.',
  )
  readonly stepDuration = this.#histogram(
    'signalbox_payment_step_duration_seconds',
    'Time a step of a payment took, calls to the outside included, by what came of it.',
    'step',
    'outcome',
  )
  readonly ruleQuestions = this.#counter(
    'signalbox_rule_questions_total',
    'Questions payments asked decision tables.',
  )
  readonly ruleSeconds = this.#counter(
    'signalbox_rule_seconds_total',
    'Time payments waited for decision tables, in seconds.',
  )

  readonly pspCallDuration = this.#histogram(
    'signalbox_psp_call_duration_seconds',
    'Time a PSP took to answer, by what its answer means.',
    'psp',
    'operation',
    'outcome',
  )
  readonly externalCallDuration = this.#histogram(
    'signalbox_outside_call_duration_seconds',
    'Time of calls to PSPs, merchants and services, by how far they got.',
    'target',
    'outcome',
  )
  readonly outboundRefused = this.#counter(
    'signalbox_outbound_refused_total',
    'Calls that were not made because their address is not allowed.',
  )

  readonly messageDuration = this.#histogram(
    'signalbox_message_duration_seconds',
    'Time a try to deliver a webhook or another message took, by what came of it.',
    'kind',
    'outcome',
  )
  readonly messagesWaiting = this.#gauge(
    'signalbox_messages_waiting',
    'Webhooks and other messages that are not delivered yet, on all nodes.',
    'kind',
  )
  readonly messagesOldest = this.#gauge(
    'signalbox_messages_oldest_seconds',
    'Age of the oldest message that is not delivered yet.',
    'kind',
  )

  readonly jobDuration = this.#histogram(
    'signalbox_job_duration_seconds',
    'Time a background job took on this node, by how it ended.',
    'job',
    'outcome',
  )
  readonly jobsWaiting = this.#gauge('signalbox_jobs_waiting', 'Jobs in the queue of all nodes.')
  readonly jobsGivenUp = this.#gauge(
    'signalbox_jobs_given_up',
    'Jobs that failed too often and are not tried again.',
  )
  readonly jobsOldest = this.#gauge(
    'signalbox_jobs_oldest_seconds',
    'How long the job that is due longest has waited.',
  )

  readonly connections = this.#gauge(
    'signalbox_database_connections',
    'Open connections to the database, by lane.',
    'lane',
  )
  readonly connectionsBusy = this.#gauge(
    'signalbox_database_connections_busy',
    'Connections to the database in use, by lane.',
    'lane',
  )
  readonly connectionsWaitedFor = this.#gauge(
    'signalbox_database_connections_waited_for',
    'Who waits for a connection to the database, by lane.',
    'lane',
  )

  readonly workUnread = this.#counter(
    'signalbox_work_unread_total',
    'Times the database could not be asked what waits; the gauges of messages and jobs are then old.',
  )
  readonly ready = this.#gauge(
    'signalbox_ready',
    'Whether this node could write when /readyz was asked last: 1 or 0.',
  )
  readonly diskFree = this.#gauge(
    'signalbox_disk_free_bytes',
    'Free space in DATA_DIR when /readyz was asked last.',
  )

  /** What has to be looked up is set whenever somebody asks. */
  watch(read: () => Promise<void> | void): void {
    this.#watched.push(read)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  async text(): Promise<string> {
    for (const read of this.#watched) await read()
    const text = `${await this.#registry.metrics()}\n${await ofProcess().metrics()}`
    // The package misspells what was never measured.
    return text.replaceAll(/ Nan$/gm, ' NaN')
  }

  #counter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }

  #gauge<Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] })
  }

  #histogram<Label extends string>(name: string, help: string, ...labelNames: Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: durations, registers: [this.#registry] })
  }
}
