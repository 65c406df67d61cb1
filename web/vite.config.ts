import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { faces } from './faces'
import { packed } from './packed'
import { textSize } from './text-size'

export default defineConfig({
  base: '/',
  // Short names for the scopes of styles: they stand in every piece of markup.
  plugins: [svelte({ compilerOptions: { cssHash: ({ hash, filename }) => `s${hash(filename ?? '').slice(0, 5)}` } }), faces(), packed()],
  css: { postcss: { plugins: [textSize()] } },
  build: {
    outDir: '../src/mischief/server/static',
    emptyOutDir: true,
    target: 'es2022',
    // Read by server/speaking/pages.py, which tells browsers early what a page is going to ask for.
    manifest: 'build.json',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files, because every file is a journey on a slow line: what each page needs, what each table needs, what
          // tables with hands or piles of cards need; Pie Rats whole, since its end would split it in four.
          groups: [
            {
              name: 'base',
              priority: 2,
              test: /preload-helper|node_modules\/svelte\/|src\/(lib\/(\w+\/)?(api|keys|note|prefs|router|sounds|storage|sure|words|view)\.|art\/(Mark|Rat|RatFace|TailLoader)\.|kit\/(Button|enlarge|NoteLayer)\.)/,
            },
            {
              name: 'kit',
              priority: 1,
              test: /src\/(kit\/(?!CardFan|Drawer|EnlargeLayer|Hand|Phases|Pile|held|Dice|Token|ShowAll|telling)|boards\/index|shell\/(Frame|Side|Log|ActionZone|SeatStrip)\.|lib\/(\w+\/)?(rounds|status|screen|shortcuts|roving|forced)\.)/,
            },
            { name: 'pile', priority: 1, test: /src\/kit\/Pile\./ },
            { name: 'hand', priority: 1, test: /src\/kit\/(Hand|Phases|held)\./ },
            { name: 'pie-rats', priority: 0, test: /src\/boards\/pie-rats\/(?!Scoring|Discards|PickCaptain|art)/ },
          ],
        },
      },
    },
    modulePreload: { polyfill: false },
    // The server's policy allows no inline data: every asset is a file of ours.
    assetsInlineLimit: 0,
  },
  server: {
    fs: { allow: ['..'] },
    proxy: {
      '/api': 'http://127.0.0.1:8000',
      '/ws': { target: 'ws://127.0.0.1:8000', ws: true },
    },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
})
