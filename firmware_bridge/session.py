"""The host's session of the wire under the name by which tools outside the project import it."""

from firmware_bridge.link.session import BridgeEvent, DeviceReport, Session

__all__ = ["BridgeEvent", "DeviceReport", "Session"]
