// Runs with all rights in Firefox's own window, once for each browser. It notes what the page's console and network do, and
// sets what a device would.

const errors = [];
const events = [];
const take = (list) => list.splice(0);
const shown = () => window.gBrowser.selectedBrowser;

// Errors of scripts and policies arrive here; what a page writes to its console stays in its own process.
const SILENT = Ci.nsIScriptError.warningFlag | Ci.nsIScriptError.infoFlag;
/** A page that is left before its socket is open is no error, though two are reported: this is the second. */
const LEFT_SOCKET = /connection to (\S+) was interrupted while the page was loading/;
Services.console.registerListener({
  observe(message) {
    if (!(message instanceof Ci.nsIScriptError) || message.flags & SILENT || message.isFromChromeContext) return;
    if (!/^(http|data)/.test(message.sourceName)) return;
    const [, left] = LEFT_SOCKET.exec(message.errorMessage) ?? [];
    if (left) errors.splice(0, errors.length, ...errors.filter((error) => !error.includes(left)));
    else errors.push(`${message.errorMessage} (${message.sourceName})`);
  },
});
const inPage = () => {
  const hear = ({ wrappedJSObject: { level, arguments: said, filename } }) => {
    if (level === 'error' && /^(http|data)/.test(filename)) sendAsyncMessage('numberline', `${said.map(String).join(' ')} (${filename})`);
  };
  const system = Cc['@mozilla.org/systemprincipal;1'].createInstance(Ci.nsIPrincipal);
  Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage).addLogEventListener(hear, system);
};
Services.ppmm.addMessageListener('numberline', ({ data }) => errors.push(data));
Services.ppmm.loadProcessScript(`data:application/javascript,(${encodeURIComponent(inPage)})()`, true);

// Frames are told by the window that opened the socket.
const sockets = Cc['@mozilla.org/websocketevent/service;1'].getService(Ci.nsIWebSocketEventService);
const TEXT = 1;
const reader = {
  QueryInterface: ChromeUtils.generateQI(['nsIWebSocketEventListener']),
  webSocketCreated() {},
  webSocketOpened() {},
  webSocketMessageAvailable() {},
  webSocketClosed() {},
  frameSent() {},
  frameReceived(_socket, { opCode, payload }) {
    if (opCode === TEXT) events.push({ message: payload });
  },
};
const read = new Set();

/** The result of a channel, where it failed in the network: not if the page was left. */
const NETWORK = 0x804b0000;
const LEFT = 0x804b0002;
const failed = (status) => ((status & 0xffff0000) >>> 0) === NETWORK && status !== LEFT;

const noted = {
  'http-on-opening-request'(channel) {
    events.push({ request: channel.URI.spec });
    const page = channel.loadInfo.innerWindowID;
    if (!page || read.has(page)) return;
    read.add(page);
    sockets.addListener(page, reader);
  },
  'http-on-examine-response'(channel) {
    const status = channel.responseStatus;
    if (status >= 400) errors.push(`${channel.URI.spec} has a status of ${status}`);
  },
  'http-on-stop-request'(channel) {
    const { status, transferSize, URI } = channel;
    if (failed(status)) errors.push(`${URI.spec} has a network error: ${status.toString(16)}`);
    else events.push({ answer: URI.spec, bytes: transferSize });
  },
};
for (const [topic, note] of Object.entries(noted)) {
  Services.obs.addObserver((channel) => {
    channel.QueryInterface(Ci.nsIHttpChannel);
    const { browsingContext, targetBrowsingContext } = channel.loadInfo;
    // The browser's own requests are not the page's.
    if ((browsingContext ?? targetBrowsingContext)?.isContent) note(channel);
  }, topic);
}

// The window has room for every size that its page is given, and nothing but the page takes keys.
window.resizeTo(2100, 1300);
document.getElementById('navigator-toolbox').hidden = true;

// A page from elsewhere may get a context of its own, which knows nothing of the device.
const device = {};
const equip = (context) => {
  if (context.isContent && context.top === context) Object.assign(context, device);
};
Services.obs.addObserver(equip, 'browsing-context-attached');
const set = (settings) => {
  Object.assign(device, settings);
  equip(shown().browsingContext);
};

window.numberline = {
  size(width, height, phone) {
    shown().style.cssText = `width: ${width}px; height: ${height}px; min-width: 0; flex: none; align-self: start`;
    set({ overrideDPPX: phone ? 2 : 1, touchEventsOverride: phone ? 'enabled' : 'none' });
  },
  prefer(scheme, motion) {
    set({ prefersColorSchemeOverride: scheme, prefersReducedMotionOverride: motion });
  },
  offline(away) {
    set({ forceOffline: away });
  },
  async forget() {
    const { CLEAR_COOKIES_AND_SITE_DATA, CLEAR_ALL_CACHES } = Ci.nsIClearDataService;
    await new Promise((done) => Services.clearData.deleteData(CLEAR_COOKIES_AND_SITE_DATA | CLEAR_ALL_CACHES, done));
    const history = shown().browsingContext.sessionHistory;
    if (history.count > 1) history.purgeHistory(history.count - 1);
  },
  errors: () => take(errors),
  events: () => take(events),
  process: () => Services.appinfo.processID,
};
