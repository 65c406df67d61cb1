// Where the page begins: settings, sound, the app.

import './lib/device/owner'
import { mount } from 'svelte'
import './faces/faces.css'
import './app.css'
import App from './App.svelte'
import { showPrefs } from './lib/device/prefs.svelte'
import { allowSound } from './lib/device/sounds'

showPrefs()
addEventListener('pointerdown', allowSound, { once: true })
addEventListener('keydown', allowSound, { once: true })

mount(App, { target: document.getElementById('app') as HTMLElement })
