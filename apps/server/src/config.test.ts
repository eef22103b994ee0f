import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const key = 'ab'.repeat(32)
const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-config-'))
const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, MASTER_KEY: key, ...env })

afterAll(() => rmSync(dataDir, { recursive: true }))

describe('readConfig', () => {
  it('has a default for everything outside production', () => {
    expect(readConfig({ DATA_DIR: dataDir })).toMatchObject({
      environment: 'development',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      product: 'signalbox',
      demo: true,
      trafficTps: 0.5,
      seedTransactions: 20_000,
      databaseUrl: undefined,
    })
  })

  it('treats an empty variable as absent', () => {
    expect(read({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  it('cannot be changed after it was read', () => {
    expect(Object.isFrozen(read({}))).toBe(true)
  })

  it.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000".'],
    [{ ENVIRONMENT: 'prod' }, 'ENVIRONMENT must be one of production, staging, development, not "prod".'],
    [{ DEMO: 'maybe' }, 'DEMO must be on or off, not "maybe".'],
    [{ PRODUCT: 'a/b' }, 'PRODUCT must be lower-case letters, digits and dashes, not "a/b".'],
    [{ TRAFFIC_TPS: '-1' }, 'TRAFFIC_TPS must be a number from 0 to 1000, not "-1".'],
    [{ DATABASE_REPLICA_URL: 'postgres://replica/db' }, 'DATABASE_REPLICA_URL needs DATABASE_URL'],
    [{ FAILPOINT: 'anywhere@0' }, 'FAILPOINT must be a point like "after submit"'],
    [
      { OUTBOUND_ALLOW: '10.1.0.0/16, shop.example' },
      'OUTBOUND_ALLOW must be a list of addresses and ranges',
    ],
    [{ SMTP_URL: 'smtp://mail.example/?sendmail=true' }, 'SMTP_URL must name a host; of options only'],
    [{ SMTP_URL: 'smtp:mail.example' }, 'SMTP_URL must name a host'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have 16 to 512 letters'],
    [{ METRICS_TOKEN: 'with spaces between them' }, 'METRICS_TOKEN must have 16 to 512 letters'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address'],
    [{ OTEL_TRACES_SAMPLER: 'xray' }, 'OTEL_TRACES_SAMPLER must be one of always_on'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=%zz' },
      'OTEL_EXPORTER_OTLP_HEADERS must be a list like name=value,name=value with percent-encoded values.',
    ],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'x key=1' }, 'OTEL_EXPORTER_OTLP_HEADERS must be a list'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%0Ab' }, 'OTEL_EXPORTER_OTLP_HEADERS must be a list'],
    [{ OTEL_RESOURCE_ATTRIBUTES: '=nameless' }, 'OTEL_RESOURCE_ATTRIBUTES must be a list'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json or http/protobuf',
    ],
    [{ MASTER_KEY: 'short' }, 'MASTER_KEY must be 32 random bytes as hex or base64.'],
  ])('refuses %o and names the variable', (env, message) => {
    expect(() => read(env)).toThrow(message)
  })

  it('reads what may be called inside of the network, apart by commas or spaces', () => {
    expect(read({}).outboundAllow).toEqual([])
    expect(
      read({ OUTBOUND_ALLOW: '10.1.0.0/16, 10.2.0.5:8443 [fd12::7]:443 fd13::/16' }).outboundAllow,
    ).toEqual([
      { block: '10.1.0.0/16' },
      { block: '10.2.0.5', port: 8443 },
      { block: 'fd12::7', port: 443 },
      { block: 'fd13::/16' },
    ])
  })

  it('does not repeat a refused address, which may hold a password', () => {
    expect(() => read({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).toThrow(
      /^DATABASE_URL must be an address beginning with postgres:\/\/ or postgresql:\/\/\.$/,
    )
  })
})

describe('production', () => {
  const production = { ENVIRONMENT: 'production', PUBLIC_URL: 'https://pay.example' }

  it.each([[''], ['http://pay.example'], ['HTTP://pay.example/']])(
    'refuses to start where people reach it by "%s", and names the setting',
    (PUBLIC_URL) => {
      expect(() => read({ ...production, PUBLIC_URL })).toThrow(
        'PUBLIC_URL must begin with https:// in production',
      )
      expect(() => read({ ...production, PUBLIC_URL, ENVIRONMENT: 'staging' })).not.toThrow()
    },
  )

  it('has the demo off by default and refuses to start with it on', () => {
    expect(read(production)).toMatchObject({ demo: false, trafficTps: 0 })
    expect(() => read({ ...production, DEMO: 'on' })).toThrow('DEMO must be off in production')
  })

  it('refuses to start without a master key or with a simulated outside world', () => {
    expect(() => readConfig({ ...production, DATA_DIR: dataDir })).toThrow(
      'MASTER_KEY is required in production',
    )
    expect(() => read({ ...production, SANDBOX_URL: 'http://127.0.0.1:3100' })).toThrow(
      'SANDBOX_URL must not be set',
    )
  })

  it('sends traces in clear to this machine only', () => {
    const send = (url: string) => read({ ...production, OTEL_EXPORTER_OTLP_ENDPOINT: url }).tracing?.endpoint
    expect(send('http://localhost:4318')).toBe('http://localhost:4318/v1/traces')
    expect(send('https://collector.example')).toBe('https://collector.example/v1/traces')
    expect(() => send('http://collector.example:4318')).toThrow('must begin with https:// in production')
  })

  it('refuses to start with a point at which it would die', () => {
    expect(read({ FAILPOINT: 'after submit@3' }).failpoint).toEqual({ point: 'after submit', visit: 3 })
    expect(() => read({ ...production, FAILPOINT: 'after submit' })).toThrow('FAILPOINT must not be set')
  })
})

describe('tracing', () => {
  it('is off until somebody says where to, and where somebody says so', () => {
    expect(read({ OTEL_SERVICE_NAME: 'shop', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }).tracing).toBeUndefined()
    const given = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' }
    expect(read(given).tracing).toBeUndefined()
  })

  it('goes by the variables of OpenTelemetry', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/base/',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b=, x-team=pay',
      OTEL_RESOURCE_ATTRIBUTES: 'k8s.pod.name=pod-1',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }
    expect(read(env).tracing).toEqual({
      endpoint: 'http://127.0.0.1:4318/base/v1/traces',
      headers: { 'x-key': 'a b=', 'x-team': 'pay' },
      timeoutMs: 10_000,
      serviceName: 'signalbox',
      resource: { 'k8s.pod.name': 'pod-1' },
      sampler: 'parentbased_traceidratio',
      ratio: 0.25,
    })
    const apart = {
      ...env,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-key=c',
    }
    expect(read(apart).tracing).toMatchObject({
      endpoint: 'https://traces.example/in',
      headers: { 'x-key': 'c', 'x-team': 'pay' },
    })
  })
})

describe('the generated master key', () => {
  it('is the same at every start and readable by its owner only', () => {
    const first = readConfig({ DATA_DIR: dataDir }).masterKey
    expect(first).toHaveLength(32)
    expect(readConfig({ DATA_DIR: dataDir }).masterKey).toEqual(first)
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600)
  })

  it('gives way to the variable, as hex or base64', () => {
    expect(read({}).masterKey.toString('hex')).toBe(key)
    expect(read({ MASTER_KEY: Buffer.from(key, 'hex').toString('base64') }).masterKey.toString('hex')).toBe(
      key,
    )
  })
})

describe('.env.example', () => {
  const example = parseEnv(readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8'))
  const kept = { DATA_DIR: dataDir, MASTER_KEY: key }

  it('lists every setting that is read, and no other', () => {
    const read = new Set<string>()
    readConfig(
      new Proxy<Record<string, string>>(
        { ...kept },
        { get: (env, name) => (read.add(String(name)), env[String(name)]) },
      ),
    )
    expect(Object.keys(example).toSorted()).toEqual([...read].toSorted())
  })

  it('shows the values that hold when nothing is set', () => {
    expect(readConfig({ ...example, ...kept })).toEqual(readConfig(kept))
  })
})
