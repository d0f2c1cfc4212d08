import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { settingsTable } from '#platform/server/settings-table.ts'
import { readSettings } from '#platform/server/settings.ts'
import { nginxArguments } from './cluster/servers.ts'
import { folderForTest } from './for-test.ts'
import { ambiguousNames, parseEnvironment } from '../scripts/commands/environment-file.ts'
import { besideServiceFile } from '../scripts/commands/service-environment.ts'
import { checkOutWithSecrets, dockerContext, secretPaths } from './operator-secrets.ts'

const read = (name: string): string => readFileSync(`deploy/${name}`, 'utf8')
const isMissing = (program: string): boolean => spawnSync('which', [program]).status !== 0
/** Of Node, the system's allocator, and the samples themselves. */
const others = new Set(['NODE_ENV', 'MALLOC_ARENA_MAX', 'SITE_ADDRESS', 'UPSTREAMS'])

test('the sample of settings, as it is, is refused with everything that is to be filled in', () => {
  const sample = read('whitecoat.env.example')
  const env = parseEnvironment(sample)
  expect(ambiguousNames(sample)).toEqual([])
  const empty = Object.keys(env).filter((key) => env[key] === '')
  const refused = () => readSettings(env)

  expect(refused).toThrow(/^Wrong settings: /)
  for (const name of empty) expect(refused).toThrow(`${name} is required`)
  expect(Object.keys(env).filter((key) => !(key in settingsTable))).toEqual([])
})

test('neither Git nor an image takes what an operator puts beside the sources, and Git takes every sample', async () => {
  const checkout = checkOutWithSecrets(join(await folderForTest(), 'checkout'))
  const context = dockerContext(checkout)
  expect(context.filter((it) => secretPaths.includes(it))).toEqual([])
  expect(context).toContain('deploy/whitecoat.env.example')

  const keys = secretPaths.filter((path) => /\.(?:env|pem|key|p12)\b|^\.data|\/tls\//.test(path))
  const ignored = (paths: string[]) =>
    execFileSync('git', ['check-ignore', '--no-index', ...paths], { encoding: 'utf8' }).split('\n')
  expect(ignored([...keys, 'README.md']).filter(Boolean)).toEqual(keys)
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
  expect(ignored([...tracked, '.env']).filter(Boolean)).toEqual(['.env'])
})

type Service = {
  image?: string
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
}

test.each(['compose.yaml', 'compose.cluster.yaml'])(
  '%s names settings that exist, and runs our image without rights',
  (file) => {
    const { services } = parse(read(file), { merge: true }) as { services: Record<string, Service> }
    const ours = Object.values(services).filter((it) => it.image?.startsWith('whitecoat:'))
    expect(ours.length).toBeGreaterThan(0)
    for (const { environment = {}, read_only, cap_drop } of ours) {
      expect(Object.keys(environment).filter((key) => !(key in settingsTable))).toEqual([])
      expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] })
    }
  },
)

type Manifest = {
  kind: string
  metadata: { annotations?: Record<string, string> }
  spec: { template?: { spec: Pod }; minAvailable?: number; selector?: unknown }
}
type Pod = {
  terminationGracePeriodSeconds?: number
  securityContext: { runAsNonRoot: boolean }
  containers: Container[]
}
type Container = {
  env?: { name: string; value?: string }[]
  readinessProbe?: { httpGet: { path: string } }
  livenessProbe?: { httpGet: { path: string } }
}

test('the Kubernetes manifest probes web nodes, keeps one of them, and gives each time to drain', () => {
  const manifests = parseAllDocuments(read('kubernetes.yaml')).map(
    (document) => document.toJS() as Manifest,
  )
  const pods = manifests.flatMap(({ spec }) => spec.template?.spec ?? [])
  expect(manifests.map((it) => it.kind)).toEqual([
    'Job',
    'Deployment',
    'Deployment',
    'Service',
    'PodDisruptionBudget',
    'Ingress',
  ])
  expect(pods.every((pod) => pod.securityContext.runAsNonRoot)).toBe(true)
  const [, web] = pods
  expect(web?.containers[0]?.readinessProbe?.httpGet.path).toBe('/readyz?for=reads')
  expect(web?.containers[0]?.livenessProbe?.httpGet.path).toBe('/healthz')
  expect(web?.containers[0]?.env?.map((it) => it.name)).toContain('TRUSTED_PROXIES')
  const { annotations = {} } = manifests.at(-1)?.metadata ?? {}
  expect(annotations['nginx.ingress.kubernetes.io/proxy-body-size']).toBe(
    /client_max_body_size (\w+);/.exec(read('nginx.conf'))?.[1],
  )
  const drain = Number(/DRAIN_SECONDS=(\d+)/.exec(read('Dockerfile'))?.[1])
  expect(web?.terminationGracePeriodSeconds).toBeGreaterThan(drain + 30)
  const names = pods.flatMap((pod) =>
    pod.containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
  )
  expect(names.filter((name) => !(name in settingsTable) && !others.has(name))).toEqual([])
})

test('the Dockerfile keeps the rules of its linter, each of which finds what breaks it', () => {
  const broken = [
    'FROM node',
    'FROM node:latest AS one',
    'FROM node:26 AS one',
    'workdir app',
    'ADD . .',
    'COPY --from=nowhere /a /b',
    'RUN cd /app && sudo make | tee log',
    'RUN apt-get install curl',
    'RUN npm install tool',
    'ENV API_TOKEN=abc',
    'EXPOSE 99999',
    'HEALTHCHECK CMD true',
    'CMD node main.js',
    'CMD ["node"]',
    'USER root',
    'MAINTAINER somebody',
  ]

  expect(lintDockerfile(read('Dockerfile'))).toEqual([])
  expect(lintDockerfile(broken.join('\n'))).toEqual(Object.keys(dockerfileRules))
})

test('the Dockerfile and the unit name settings that exist', () => {
  const [, environment = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(read('Dockerfile')) ?? []
  const [, unit = ''] = /^Environment=(.*)$/m.exec(read('whitecoat.service')) ?? []
  const names = [...`${environment} ${unit}`.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(6)
  expect(names.filter((name) => !(name in settingsTable) && !others.has(name))).toEqual([])
  for (const [name, value] of Object.entries(besideServiceFile))
    expect(unit.split(' ')).toContain(`${name}=${value}`)
})

test.skipIf(isMissing('nginx'))('nginx accepts its sample', async () => {
  const { status, stderr } = spawnSync(
    'nginx',
    ['-t', ...(await nginxArguments(await folderForTest(), 8443, [8001, 8002]))],
    {
      encoding: 'utf8',
    },
  )
  expect({ status, stderr }).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('test is successful'),
  })
})

test.skipIf(isMissing('caddy'))('Caddy accepts its sample', async () => {
  const env = {
    ...process.env,
    SITE_ADDRESS: ':8080',
    UPSTREAMS: '127.0.0.1:1 127.0.0.1:2',
    HOME: await folderForTest(),
  }
  const { status } = spawnSync(
    'caddy',
    ['validate', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'],
    { env },
  )
  expect(status).toBe(0)
})

test.skipIf(isMissing('systemd-analyze'))('systemd accepts its sample', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/whitecoat.service'], {
    encoding: 'utf8',
  })
  // The programs of the sample may be missing here.
  expect(
    stderr.split('\n').filter((line) => line !== '' && !/is not executable/.test(line)),
  ).toEqual([])
  if (!/is not executable/.test(stderr)) expect(status).toBe(0)
})

type Instruction = { name: string; rest: string }

const instructions =
  /^(?:FROM|RUN|COPY|WORKDIR|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|CMD|ENTRYPOINT|ARG|LABEL|SHELL)$/
const all = (lines: readonly Instruction[], name: string): string[] =>
  lines.filter((it) => it.name === name).map((it) => it.rest)
const stagesOf = (lines: readonly Instruction[]): string[] =>
  all(lines, 'FROM').flatMap((it) => / AS (\w+)$/.exec(it)?.[1] ?? [])
const isDoubled = <T>(items: readonly T[]): boolean => new Set(items).size < items.length
const runs = (lines: readonly Instruction[], pattern: RegExp): boolean =>
  all(lines, 'RUN').some((it) => pattern.test(it))

/** Those of hadolint that can matter here, by what they want; each says whether it is broken. */
const dockerfileRules: Record<string, (lines: readonly Instruction[]) => boolean> = {
  'known instructions in capitals': (lines) => lines.some((line) => !instructions.test(line.name)),
  'images with a version': (lines) =>
    all(lines, 'FROM').some((it) => !/^[^\s:]+:(?!latest\b)\S+/.test(it)),
  'one name for a stage': (lines) => isDoubled(stagesOf(lines)),
  'COPY from a stage that exists': (lines) =>
    all(lines, 'COPY').some(
      (it) => !['', ...stagesOf(lines)].includes(/--from=(\S+)/.exec(it)?.[1] ?? ''),
    ),
  'WORKDIR instead of cd': (lines) => runs(lines, /(?:^|&& )cd /),
  'no sudo': (lines) => runs(lines, /\bsudo\b/),
  'no pipe, which hides a failure': (lines) => runs(lines, /[^|]\|[^|]/),
  'no packages without a version': (lines) =>
    runs(lines, /\b(?:apt-get|apk|npm) (?:install|add|i) (?!--)[^=@]+$/),
  'no secrets': (lines) =>
    [...all(lines, 'ENV'), ...all(lines, 'ARG')].some((it) =>
      /SECRET|TOKEN|PASSWORD|_KEY\b/.test(it),
    ),
  'ports that exist': (lines) => all(lines, 'EXPOSE').some((it) => Number(it) > 65_535),
  'commands as JSON': (lines) =>
    [
      ...all(lines, 'CMD'),
      ...all(lines, 'ENTRYPOINT'),
      ...all(lines, 'HEALTHCHECK').map((it) => it.replace(/.*CMD /, '')),
    ].some((it) => !it.startsWith('[')),
  'one command': (lines) => all(lines, 'CMD').length > 1,
  'a user without rights, by number': (lines) =>
    !/^[1-9]\d*:[1-9]\d*$/.test(all(lines, 'USER').at(-1) ?? ''),
}

function lintDockerfile(text: string): string[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ name: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }))
  return Object.keys(dockerfileRules).filter((key) => dockerfileRules[key]?.(lines))
}
