// Browsers let a page that was opened from a folder start no worker. There the search works in a hidden frame instead.
if (location.protocol === 'file:') {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super()
      this.waiting = []
      const frame = document.createElement('iframe')
      frame.hidden = true
      frame.tellParent = (data) => this.dispatchEvent(new MessageEvent('message', { data }))
      frame.addEventListener('load', () => {
        this.inside = frame.contentWindow
        this.waiting.splice(0).forEach((data) => this.postMessage(data))
      })
      frame.srcdoc =
        '<script>postMessage = (data) => frameElement.tellParent(data)</scr' +
        `ipt><script src="${address}"></scr` +
        'ipt>'
      document.documentElement.append(frame)
    }
    postMessage(data) {
      if (this.inside) this.inside.dispatchEvent(new MessageEvent('message', { data }))
      else this.waiting.push(data)
    }
  }
}
