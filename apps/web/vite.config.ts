import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { guidePlugin } from './guide-plugin.ts'

const early = { name: 'color-scheme.js', source: 'src/color-scheme.js' }

/** Bundled scripts run after the first paint, too late to choose its colours; this one stands alone in the head. */
function earlyScript(): Plugin {
  let building = false
  return {
    name: 'early-script',
    configResolved(config) {
      building = config.command === 'build'
    },
    buildStart() {
      if (!building) return
      const source = readFileSync(join(import.meta.dirname, early.source), 'utf8')
      this.emitFile({ type: 'asset', name: early.name, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const built = Object.values(bundle ?? {}).find(
          (file) => file.type === 'asset' && file.names.includes(early.name),
        )
        const src = built ? `/${built.fileName}` : `/${early.source}`
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }]
      },
    },
  }
}

/**
 * Shared shapes (`src/ui/shapes`) are taken in by `composes`, and their text comes to Vite without the name of its file. Vite
 * warns that addresses in it would not be found; there are none.
 */
function quietComposes(): Plugin {
  return {
    name: 'quiet-composes',
    configResolved({ logger }) {
      const warnOnce = logger.warnOnce.bind(logger)
      logger.warnOnce = (message, options) => {
        if (!message.includes('did not pass the `from` option')) warnOnce(message, options)
      }
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), earlyScript(), quietComposes(), guidePlugin()],
  build: {
    target: 'es2023',
    sourcemap: true,
    // The server lets browsers keep this folder for good, because every name in it carries a hash.
    assetsDir: 'assets',
  },
})
