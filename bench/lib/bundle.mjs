import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** What a build made: which source became which files, and what each weighs after gzip. */
export class Bundle {
  #dist
  #chunks

  /** @param {string} dist a Vite build with its manifest */
  constructor(dist) {
    this.#dist = dist
    this.#chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  }

  /** Sources that are loaded only when something asks for them. */
  lazySources() {
    return Object.keys(this.#chunks).filter((source) => this.#chunks[source].isDynamicEntry)
  }

  /**
   * Every script and style sheet a browser fetches before the code of these sources can run.
   * @param {...string} sources
   * @returns {Set<string>}
   */
  filesOf(...sources) {
    const files = new Set()
    const seen = new Set()
    const visit = (source) => {
      if (seen.has(source)) return
      seen.add(source)
      const chunk = this.#chunks[source]
      if (!chunk) throw new Error(`The build has no chunk of ${source}.`)
      for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
      chunk.imports?.forEach(visit)
    }
    sources.forEach(visit)
    if (sources.includes('index.html')) this.#namedByPage().forEach((file) => files.add(file))
    return files
  }

  /** The page may name scripts that are no module and so in no manifest. */
  #namedByPage() {
    const page = readFileSync(join(this.#dist, 'index.html'), 'utf8')
    return [...page.matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, file]) => file)
  }

  /**
   * @param {Iterable<string>} files
   * @param {'.js' | '.css'} [kind]
   */
  kibibytes(files, kind) {
    const bytes = [...files]
      .filter((file) => !kind || file.endsWith(kind))
      .map((file) => gzipSync(readFileSync(join(this.#dist, file)), { level: 9 }).length)
    return bytes.reduce((sum, size) => sum + size, 0) / 1024
  }
}
