import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/**
 * Serves the built plain table, and the rows it shows: as many as the address asks for.
 * @param {string} dist
 * @param {{ columns: object[], items: object[] }} page
 */
export async function servePlainTable(dist, { columns, items }) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost')
    if (pathname === '/rows.json') {
      const shown = items.slice(0, Number(searchParams.get('limit')))
      return response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ columns, items: shown }))
    }
    const file = pathname === '/' ? '/index.html' : pathname
    try {
      const content = readFileSync(join(dist, file))
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream').end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () => new Promise((closed) => server.close(closed)),
  }
}
