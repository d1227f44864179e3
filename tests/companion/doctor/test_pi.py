"""The doctor's look at a Raspberry Pi's own settings, on trees laid out as the real system's.

Of a fresh Raspberry Pi OS (bookworm, 64 bits): pi-gen's ``stage1/00-boot-files/files/config.txt``,
its lines without comments; ``/proc/device-tree/model`` ends with a NUL; spidev's ``bufsiz`` is
4096; ``snd_bcm2835`` is loaded as long as ``dtparam=audio=on`` stands.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.doctor.board import Person
from companion.doctor.findings import Finding
from companion.doctor.pi import effective, pi_settings, said
from engine.boards import board_of
from hardware.wiring import BoardFile, new

ROOT = Person(0, "root", frozenset({0}))
GUEST = Person(4711, "guest", frozenset({4711}))
FRESH = """\
# For more options and information see
#dtparam=spi=on

# Enable audio (loads snd_bcm2835)
dtparam=audio=on
camera_auto_detect=1
display_auto_detect=1
auto_initramfs=1
dtoverlay=vc4-kms-v3d
max_framebuffers=2
disable_fw_kms_setup=1
arm_64bit=1
disable_overscan=1
arm_boost=1

[cm4]
otg_mode=1

[cm5]
dtoverlay=dwc2,dr_mode=host

[all]
"""
PI_3 = "Raspberry Pi 3 Model B Plus Rev 1.3"
PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
ZERO = "Raspberry Pi Zero 2 W Rev 1.0"


class Tree:
    """A Pi's ``/``, as far as the doctor looks at it."""

    def __init__(self, root: Path, model: str) -> None:
        self.root = root
        self.put("proc/device-tree/model", model + "\0")
        self.put("boot/firmware/config.txt", FRESH)
        self.put("boot/firmware/cmdline.txt", "console=tty1 root=PARTUUID=1-02 rootwait\n")
        self.put("sys/module/spidev/parameters/bufsiz", "4096\n")
        self.put("sys/module/snd_bcm2835/initstate", "live\n")

    def put(self, path: str, text: str = "") -> None:
        """A file."""
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, "utf-8")

    def config(self, more: str, less: str = "") -> None:
        """Lines added at the end, and one taken away."""
        self.put("boot/firmware/config.txt", FRESH.replace(less, "") + more)

    def silent(self) -> None:
        """Sound is off."""
        (self.root / "sys/module/snd_bcm2835/initstate").unlink()
        (self.root / "sys/module/snd_bcm2835").rmdir()

    def ill(self, wiring: BoardFile, person: Person = ROOT) -> list[Finding]:
        """What is to be done."""
        return [f for f in pi_settings(wiring, person, self.root) if not f.well]

    def todo(self, wiring: BoardFile) -> list[str]:
        """What is to be done, in its words."""
        return [finding.todo for finding in self.ill(wiring)]


def wired(sensors: str, pixels: str, board: str = "hex") -> BoardFile:
    return new(board, board_of(board).holes, sensors=sensors, pixels=pixels)


@pytest.fixture
def pi_4(tmp_path: Path) -> Tree:
    return Tree(tmp_path, PI_4)


def test_a_board_on_a_pico_needs_nothing(pi_4: Tree) -> None:
    assert list(pi_settings(wired("pico", "pico"), ROOT, pi_4.root)) == []


def test_a_bus_that_is_not_there_names_its_line(pi_4: Tree) -> None:
    shift = wired("shift", "pico")
    (missing,) = pi_4.ill(shift)
    assert missing.text == "There is no /dev/spidev0.0."
    assert missing.todo == (
        "Write dtparam=spi=on in /boot/firmware/config.txt, and restart the Pi."
    )
    pi_4.config("dtparam=i2c_arm=on,spi=on\n")
    assert pi_4.todo(shift) == [
        "dtparam=spi=on in /boot/firmware/config.txt is there already: restart the Pi."
    ]
    pi_4.put("dev/spidev0.0")
    assert pi_4.ill(shift) == []


def test_a_guest_without_the_group_is_told_which(pi_4: Tree) -> None:
    pi_4.put("dev/spidev0.0")
    (pi_4.root / "dev/spidev0.0").chmod(0o660)
    (found,) = pi_4.ill(wired("shift", "pico"), GUEST)
    assert found.text.startswith("guest may not use /dev/spidev0.0: it belongs to the group ")


def test_sensors_beside_pixels_by_spi_need_the_overlay_of_bus_1(pi_4: Tree) -> None:
    both = wired("shift", "neopixel_spi", "square")
    pi_4.put("dev/spidev0.0")
    pi_4.config("core_freq=500\ncore_freq_min=500\n")
    assert pi_4.todo(both) == [
        "Write dtoverlay=spi1-1cs in /boot/firmware/config.txt, and restart the Pi."
    ]
    pi_4.config("core_freq=500\ncore_freq_min=500\ndtoverlay=spi1-1cs,cs0_pin=16\n")
    assert pi_4.todo(both)[0].endswith("is there already: restart the Pi.")
    pi_4.put("dev/spidev1.0")
    assert pi_4.ill(both) == []


@pytest.mark.parametrize(
    ("model", "lines"),
    [
        (PI_3, "core_freq=250"),
        (ZERO, "core_freq=250"),
        (PI_4, "core_freq=500 and core_freq_min=500"),
        ("Raspberry Pi 400 Rev 1.0", "core_freq=500 and core_freq_min=500"),
    ],
)
def test_pixels_by_spi_need_a_steady_clock(tmp_path: Path, model: str, lines: str) -> None:
    pi = Tree(tmp_path, model)
    pi.put("dev/spidev0.0")
    square = wired("pico", "neopixel_spi", "square")
    assert pi.todo(square) == [f"Write {lines} in /boot/firmware/config.txt, and restart the Pi."]
    pi.config("\n".join(lines.split(" and ")))
    assert pi.ill(square) == []
    # The last one counts.
    pi.config("\n".join([*lines.split(" and "), "core_freq=400"]))
    assert len(pi.ill(square)) == 1


def test_a_pi_5_keeps_its_clock_by_itself(tmp_path: Path) -> None:
    pi = Tree(tmp_path, PI_5)
    pi.put("dev/spidev0.0")
    assert pi.ill(wired("pico", "neopixel_spi", "square")) == []


def test_a_picture_must_fit_into_one_message(pi_4: Tree) -> None:
    pi_4.config("core_freq=500\ncore_freq_min=500\n")
    pi_4.put("dev/spidev0.0")
    assert pi_4.ill(wired("pico", "neopixel_spi")) == []  # 133 pixels: 3,320 bytes
    ring = new("hex", board_of("hex").holes, sensors="pico", pixels="neopixel_spi", ring=2)
    (found,) = pi_4.ill(ring)
    assert found.text == "A picture by SPI takes 6512 bytes, and only 4096 fit into a message."
    assert found.todo == (
        "Write spidev.bufsiz=6512 in /boot/firmware/cmdline.txt, on its one line, and restart "
        "the Pi."
    )
    pi_4.put("boot/firmware/cmdline.txt", "root=/dev/x rootwait spidev.bufsiz=6512\n")
    assert "is there already" in pi_4.todo(ring)[0]
    pi_4.put("sys/module/spidev/parameters/bufsiz", "6512\n")
    assert pi_4.ill(ring) == []


def test_sound_and_pixels_share_the_pwm(pi_4: Tree) -> None:
    pwm = wired("pico", "neopixel")
    (found,) = pi_4.ill(pwm)
    assert found.todo == (
        "Write dtparam=audio=off in /boot/firmware/config.txt, above its first dtoverlay line and "
        "instead of dtparam=audio=on, and restart the Pi."
    )
    # Behind vc4-kms-v3d the line is about HDMI, and the sound stays on.
    pi_4.config("dtparam=audio=off\n")
    assert pi_4.todo(pwm) == [found.todo]
    pi_4.put("boot/firmware/config.txt", FRESH.replace("dtparam=audio=on", "dtparam=audio=off"))
    assert pi_4.todo(pwm)[0].endswith("is there already: restart the Pi.")
    pi_4.silent()
    assert pi_4.ill(pwm) == []


def test_a_pi_5_sends_pixels_by_its_pio(tmp_path: Path) -> None:
    pi = Tree(tmp_path, PI_5)
    (found,) = pi.ill(wired("pico", "neopixel"))
    assert found.text == "There is no /dev/pio0."
    assert "full-upgrade" in found.todo
    pi.put("dev/pio0")
    assert pi.ill(wired("pico", "neopixel")) == []
    (pi.root / "dev/pio0").chmod(0o600)  # as older systems have it: root alone
    assert pi.ill(wired("pico", "neopixel"), GUEST)[0].text.startswith("guest may not use")


def test_another_machine_is_told_to_be_none(tmp_path: Path) -> None:
    (found,) = (f for f in pi_settings(wired("shift", "pico"), ROOT, tmp_path) if not f.well)
    assert found.todo == "Run it on the Raspberry Pi whose pins are wired."


def test_sections_of_config_txt_count_for_their_model_alone() -> None:
    text = """\
a=1
[pi4]
b=2
[EDID=VSC-TD2220]
c=3
[pi5]
d=4
[none]
e=5
[all]
f = 6  # six
#g=7
"""
    assert list(effective(text, {"pi4"})) == ["a=1", "b=2", "f=6"]
    # A screen's filter stays while the model's is replaced.
    assert list(effective(text, {"pi5"})) == ["a=1", "f=6"]


def test_words_for_on_and_off_are_one() -> None:
    assert said(["dtparam=spi=true", "dtparam=audio=0"]) == said(["dtparam=spi,audio=off"])
