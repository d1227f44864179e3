// The computer at the other end of the USB cable: finds the board's serial ports and opens them.
// Requests as in the USB 2.0 specification, chapter 9, and CDC PSTN 1.2, 6.3.12.

const SET_ADDRESS = 5;
const GET_DESCRIPTOR = 6;
const SET_CONFIGURATION = 9;
const SET_CONTROL_LINE_STATE = 0x22;
const CONFIGURATION = 2;
const CLASS_COMM = 2;
const CLASS_CDC_DATA = 10;
const PACKET = 64;
const PACKET_MICROSECONDS = 60; // a full-speed bus carries about one a 50 to 60 µs

class SerialPort {
  constructor(control) {
    this.control = control;
    this.in = this.out = -1;
    this.queue = []; // bytes for the board
    this.room = null; // what the board has room for, once it asked
    this.stalled = false; // the host's program does not read
    this.held = 0;
  }
}

function request(type, code, value, index, length) {
  const words = [value, index, length].flatMap((word) => [word & 255, word >> 8]);
  return Uint8Array.from([type, code, ...words]);
}

export class UsbHost {
  /** @param heard called with the number of a port and what the board sent */
  constructor(usb, heard) {
    this.usb = usb;
    this.heard = heard;
    this.ports = [];
    this.ready = false;
    this.descriptors = [];
    this.steps = [];
    usb.onUSBEnabled = () => usb.resetDevice();
    usb.onResetReceived = () => this.enumerate();
    usb.onEndpointWrite = (endpoint, bytes) => this.onWrite(endpoint, bytes);
    usb.onEndpointRead = (endpoint, room) => this.onRead(endpoint, room);
    const taken = usb.indicateBufferReady.bind(usb);
    usb.indicateBufferReady = (endpoint, out) => {
      const port = endpoint && !out && this.ports.find((one) => one.in === endpoint);
      if (port && port.stalled) port.held += 1;
      else taken(endpoint, out);
    };
    this.taken = taken;
  }

  enumerate() {
    const { usb } = this;
    this.ready = false;
    this.descriptors = [];
    const descriptor = (size) => request(0x80, GET_DESCRIPTOR, CONFIGURATION << 8, 0, size);
    this.steps = [
      () => usb.sendSetupPacket(request(0, SET_ADDRESS, 1, 0, 0)),
      () => usb.sendSetupPacket(descriptor(9)),
      () => {
        this.whole = this.descriptors[2] | (this.descriptors[3] << 8);
        this.descriptors = [];
        usb.sendSetupPacket(descriptor(this.whole));
      },
      () => {
        this.ports = serialPorts(this.descriptors);
        this.steps.push(...this.ports.map((port) => () => this.setOpen(port, true)));
        this.steps.push(() => (this.ready = true));
        usb.sendSetupPacket(request(0, SET_CONFIGURATION, 1, 0, 0));
      },
    ];
    this.next();
  }

  next() {
    this.steps.shift()?.();
  }

  setOpen(port, open) {
    const lines = open ? 3 : 0; // DTR and RTS
    this.usb.sendSetupPacket(request(0x21, SET_CONTROL_LINE_STATE, lines, port.control, 0));
  }

  onWrite(endpoint, bytes) {
    if (endpoint) {
      const at = this.ports.findIndex((one) => one.in === endpoint);
      if (at >= 0) this.heard(at, bytes);
      return;
    }
    this.descriptors.push(...bytes);
    const wanted = this.whole ?? 9;
    if (!bytes.length || this.descriptors.length >= wanted) this.next();
  }

  onRead(endpoint, room) {
    const port = this.ports.find((one) => one.out === endpoint);
    if (!port) return;
    port.room = room;
    this.pump(port);
  }

  send(at, bytes) {
    const port = this.ports[at];
    if (!port) return;
    port.queue.push(...bytes);
    this.pump(port);
  }

  pump(port) {
    if (port.room === null || !port.queue.length) return;
    const some = port.queue.splice(0, Math.min(port.room, PACKET));
    port.room = null;
    this.usb.endpointReadDone(port.out, Uint8Array.from(some), PACKET_MICROSECONDS);
  }

  stall(at, stalled) {
    const port = this.ports[at];
    if (!port) return;
    port.stalled = stalled;
    for (; !stalled && port.held; port.held -= 1) this.taken(port.in, false);
  }
}

/** The CDC ports of a configuration descriptor, in the board's order. */
function serialPorts(bytes) {
  const ports = [];
  let control = 0;
  let port = null;
  for (let at = 0; at < bytes.length; at += bytes[at] || bytes.length) {
    const kind = bytes[at + 1];
    if (kind === 4) {
      const what = bytes[at + 5];
      if (what === CLASS_COMM) control = bytes[at + 2];
      port = what === CLASS_CDC_DATA ? new SerialPort(control) : null;
      if (port) ports.push(port);
    } else if (kind === 5 && port) {
      const address = bytes[at + 2];
      if (address & 0x80) port.in = address & 15;
      else port.out = address & 15;
    }
  }
  return ports;
}
